/** Runs `examples/token-gate` by the command of its README, with a wallet in the browser. */
import type { LocalChain } from '@mandate/contracts';
import { revokeCall } from '@mandate/sdk/write';
import { findFreePort } from '@mandate/testing/process/find-free-port';
import { createWalletClient, http } from 'viem';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActingWallet, openWithActingWallet, openWithWallet } from '../web/page-wallet.ts';
import { openSite, type Site } from '../web/site.ts';
import { startExample, stopExamples } from './example-process.ts';
import { world } from './world.ts';

const VISITOR = '0x00000000000000000000000000000000000a11ce';
/** Holds Night Tram #9. */
const MIRAS_SAFE = '0x3A88DA9030Bd37d6b529FF65fc039531e01577a9';
const wallet = {
  address: VISITOR,
  signMessage: () => Promise.reject(new Error('Nothing is signed.')),
} as const;
const NIGHT_TRAMS = '0x07f64dAF933D7182Ed58680C06eB06160A5e59D9';
const grant = { registry: 'v2', type: 'contract', to: VISITOR, contract: NIGHT_TRAMS } as const;
/** The sample chain signs for everyone. */
const maxFeePerGas = 20_000_000_000n;
const openNode = () => createWalletClient({ chain: mainnet, transport: http(world.ethereumNode) });

/** The vault's wallet, which sends to the node of the sample chain. */
function openAsVault(site: Site, url: string) {
  const client = openNode();
  const vault = createActingWallet(MIRAS_SAFE);
  vault.send = (_, { to, data }) => client.sendTransaction({ account: MIRAS_SAFE, to, data, maxFeePerGas });
  const chain = { chainId: mainnet.id, client } as unknown as LocalChain;
  return openWithActingWallet({ site, chains: [chain] }, url, vault);
}

describe('the token gate', () => {
  let site: Site;
  let url: string;
  beforeAll(async () => {
    const PORT = String(await findFreePort());
    const gate = startExample('token-gate', { VITE_MANDATE_URL: world.api, PORT });
    [site, url] = await Promise.all([openSite(), gate.find(/Local: +(http:\S+)/)]);
  });
  afterAll(async () => {
    await site?.close();
    await stopExamples();
  });

  test('opens and closes with the delegation, without a reload', async () => {
    const page = await openWithWallet(site, url, wallet);
    // This wallet trusts every page, so it is connected already. Vite bundles wagmi and viem at the first visit.
    await page.getByRole('heading', { name: 'Members only' }).waitFor();
    await page.evaluate('window.isTheSamePage = true');
    const vault = await openAsVault(site, url);
    await vault.getByLabel('Let another wallet in').fill(VISITOR);
    await vault.getByRole('button', { name: 'Sign' }).click();
    await vault.getByText('It may come in since block').waitFor();
    expect(await site.listViolations(vault)).toEqual([]);
    await page.getByRole('heading', { name: 'Come in' }).waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([`1 in the vault ${MIRAS_SAFE}`]);
    await openNode().writeContract({ ...revokeCall(grant), account: MIRAS_SAFE, maxFeePerGas } as never);
    await page.getByRole('heading', { name: 'Members only' }).waitFor();
    expect(await page.evaluate('window.isTheSamePage')).toBe(true);
    expect(site.complaints).toEqual([]);
    expect(await site.listViolations(page)).toEqual([]);
  });

  test('lets mira.eth in, and does not call it a no when the service does not answer', async () => {
    const page = await site.open(url);
    await page.getByRole('button', { name: 'Come as mira.eth' }).click();
    await page.getByText('3 Night Trams count for you').waitFor();
    const alone = await site.open('about:blank');
    await alone.route(`${world.api}/**`, (route) => route.abort());
    await alone.goto(url);
    await alone.getByRole('button', { name: 'Come as mira.eth' }).click();
    await alone.getByRole('heading', { name: 'One moment, please' }).waitFor();
    expect(await alone.getByText('Members only').count()).toBe(0);
  });
});
