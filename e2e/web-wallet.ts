/** A page with a wallet in it. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './web-site.ts';

type Hex = `0x${string}`;

export interface Wallet {
  readonly address: Hex;
  signMessage(parameters: { message: { raw: Hex } }): Promise<Hex>;
  /** Asks the wallet's node. Without it, the wallet knows no blocks. */
  askNode?(method: string, params: readonly unknown[]): Promise<unknown>;
}

export async function openWithWallet(
  site: Site,
  url: string,
  wallet: Wallet,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await site.open('about:blank', { permissions, ...options });
  await page.exposeFunction('signAsWallet', (raw: Hex) => wallet.signMessage({ message: { raw } }));
  const { askNode } = wallet;
  if (askNode) await page.exposeFunction('askNode', askNode);
  await page.addInitScript({ content: writeWalletScript(wallet.address) });
  await page.goto(url);
  return page;
}

export async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in until').waitFor();
}

/**
 * Runs in the page before anything else. The wallet announces itself like an extension (EIP-6963) and signs
 * through the page's function `signAsWallet`.
 */
function writeWalletScript(address: string): string {
  return `
    const answers = {
      eth_requestAccounts: () => ['${address}'],
      eth_accounts: () => ['${address}'],
      eth_chainId: () => '0x1',
      personal_sign: ([message]) => window.signAsWallet(message),
      eth_getBlockByNumber: window.askNode && ((params) => window.askNode('eth_getBlockByNumber', params)),
    };
    const provider = {
      request: async ({ method, params }) => {
        if (answers[method]) return answers[method](params);
        throw Object.assign(new Error('This wallet knows no ' + method), { code: 4200 });
      },
      on() {},
      removeListener() {},
    };
    window.ethereum = provider;
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    const info = { uuid: crypto.randomUUID(), name: 'Test Wallet', icon, rdns: 'example.wallet' };
    const detail = Object.freeze({ info, provider });
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  `;
}
