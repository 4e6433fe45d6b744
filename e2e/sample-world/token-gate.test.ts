/** Runs `examples/token-gate` by the command of its README, with a wallet in the browser. */
import { grantCall, revokeCall } from '@mandate/sdk/write';
import { findFreePort } from '@mandate/testing/process/find-free-port';
import { createWalletClient, http } from 'viem';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWithWallet } from '../web/page-wallet.ts';
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
const grant = { registry: 'v2', type: 'all', to: VISITOR } as const;
/** The sample chain signs for everyone. */
const send = (call: ReturnType<typeof grantCall>) =>
  createWalletClient({ chain: mainnet, transport: http(world.ethereumNode) }).writeContract({
    ...call,
    account: MIRAS_SAFE,
    maxFeePerGas: 20_000_000_000n,
  } as never);

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
    await send(grantCall(grant));
    await page.getByRole('heading', { name: 'Come in' }).waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([`1 in the vault ${MIRAS_SAFE}`]);
    await send(revokeCall(grant) as ReturnType<typeof grantCall>);
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
