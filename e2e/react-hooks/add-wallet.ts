/** Puts a wallet into a page. It signs for any address, since the node of a local chain does. */
import type { LocalChain } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import type { Page } from 'playwright-core';

type Sent = { readonly to: string; readonly data: `0x${string}` };

export async function addWallet(page: Page, chain: LocalChain, address: string, onSign: () => void) {
  await page.exposeFunction('signAndSend', async ({ to, data }: Sent) => {
    onSign();
    const hash = await chain.send({ from: parseAddress(address), to: parseAddress(to), data });
    await chain.mine();
    return hash;
  });
  await page.addInitScript({
    content: `
      const answers = {
        eth_requestAccounts: () => ['${address}'],
        eth_accounts: () => ['${address}'],
        eth_chainId: () => '0x${chain.chainId.toString(16)}',
        wallet_requestPermissions: () => [],
        eth_sendTransaction: ([sent]) => {
          if (globalThis.isRejecting) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
          return globalThis.signAndSend(sent);
        },
      };
      globalThis.ethereum = {
        request: async ({ method, params }) => {
          if (answers[method]) return answers[method](params);
          throw Object.assign(new Error('This wallet knows no ' + method), { code: 4200 });
        },
        on() {},
        removeListener() {},
      };
    `,
  });
}
