/** The vault picker in a real browser, over a real chain: as a web component, and in React. */
import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { QueryClient } from '@tanstack/react-query';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWebService, type WebService } from '../web/service.ts';
import { openSite, PHONE, type Site } from '../web/site.ts';
import { bundleReactPage, type PickerPages, readChosen, servePickerPages } from './picker-pages.ts';
import { ReactShop } from './react-shop.ts';

const MANY = 500;
const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [HOT, CROWDED, ALONE] = ['407', 'c407', 'a407'].map(createAddress) as [never, never, never];
const [VAULT, EMPTY, FRIEND, CONTRACT] = ['c01d', 'e01d', 'f01d', 'c0c0c0'].map(createAddress) as [
  never,
  never,
  never,
  never,
];
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const OF_CONTRACT = { kind: 'contract', contract: CONTRACT } as const;
const MINT = parseAbi(['function mint(address to, uint256[] tokenIds)']);
const ONE_CHAIN = { 'chain-id': '1' };

let chain: LocalChain;
let site: Site;
let service: WebService;
let pages: PickerPages;

beforeAll(async () => {
  const contracts = new Map([[CONTRACT, readSampleCode('sample-erc721')]]);
  [chain, site] = await Promise.all([startLocalChain({ chainId: 1, contracts }), openSite()]);
  service = await startWebService(chain, { webDir: site.folder });
  pages = await servePickerPages(site, { '/react-page.js': await bundleReactPage() });
  const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [VAULT, [7n, 2n ** 200n]] });
  await chain.send({ from: VAULT, to: CONTRACT, data });
  await service.grant([grant(OF_CONTRACT), grant({ ...OF_CONTRACT, from: EMPTY })]);
});
afterEach(async () => {
  expect(site?.complaints).toEqual([]);
  await site?.closePages();
});
afterAll(async () => {
  await pages?.close();
  await site?.close();
  await service?.close();
  await chain?.stop();
});

const ofContract = { wallet: HOT, contract: CONTRACT };
const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });
/** Keeps a picture, and asks whether everybody can use what it shows. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await site.listViolations(page)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (folder)
      await page.screenshot({ path: `${folder}/picker-${name}-${colorScheme}.png`, fullPage: true });
  }
}
const status = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

test('no vault: the visitor continues as the own wallet, with a key for this origin only', async () => {
  const openWith = (key: string) =>
    pages.openElement(service.url, { wallet: ALONE, ...ONE_CHAIN, 'api-key': key });
  const other = await openWith(await service.createPublishableKey('https://other.example'));
  await status(other, 'Your vaults are not known right now.');
  // It would ask again meanwhile, and be refused.
  await other.close();
  const page = await openWith(await service.createPublishableKey(pages.url));
  await status(page, 'No vault delegated to this wallet.');
  await page.getByRole('radio').check();
  await page.getByRole('button', { name: 'Continue as 0x0000…a407' }).click();
  expect(await readChosen(page)).toEqual({ vault: ALONE, type: null, block: null });
});

test('by keyboard alone: a vault that holds the tokens, and one that holds none', async () => {
  const page = await pages.openElement(service.url, ofContract);
  await row(page, 'Holds 2 tokens').waitFor();
  await row(page, 'No: it holds none of the tokens').nth(1).waitFor();
  expect(await page.getByRole('radio', { disabled: true }).count()).toBe(2);
  await look(page, 'contract');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Continue as 0x0000…c01D' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const chosen = await readChosen(page);
  expect(chosen).toMatchObject({ vault: VAULT, type: 'CONTRACT', block: expect.any(Number) });
});

test('a vault that revokes while the list is open cannot be chosen', async () => {
  const page = await pages.openElement(service.url, ofContract, { viewport: PHONE });
  await row(page, 'Holds 2 tokens').getByRole('radio').check();
  await service.revoke([grant(OF_CONTRACT)]);
  await status(page, '0x0000…c01D no longer delegates to this wallet. Choose another.');
  await row(page, 'No: it no longer delegates').waitFor();
  await look(page, 'revoked');
  await page.getByRole('button', { name: 'Continue' }).click({ force: true });
  expect(await readChosen(page)).toBeNull();
  await service.grant([grant(OF_CONTRACT)]);
  await row(page, 'Holds 2 tokens').waitFor();
});

test('a chain that is down, and then the service: unknown, never a no', async () => {
  await service.grant([grant({ from: FRIEND })]);
  const page = await pages.openElement(service.url, { wallet: HOT });
  await status(page, '1 vault found so far');
  await page.getByText('OP Mainnet could not answer. Vaults on this chain may be missing.').waitFor();
  await row(page, 'Whole wallet, full rights, on Ethereum v2').getByRole('radio').check();
  await service.stop();
  await status(page, 'Your vaults are not known right now.');
  await row(page, 'Not known').waitFor();
  expect(await page.getByText(/No:|No vault/).count()).toBe(0);
  await look(page, 'unknown');
  await page.getByRole('button', { name: 'Continue as' }).click({ force: true });
  expect(await readChosen(page)).toBeNull();
  await service.start();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await status(page, '1 vault found so far');
  site.complaints.splice(0);
});

test(`${MANY} vaults: a crowd of strangers comes last, and a vault is found by its address`, async () => {
  const strangers = Array.from({ length: MANY - 2 }, (_, i) =>
    createAddress(`5${String(i).padStart(6, '0')}`),
  );
  // Only what both have given each other makes it none of the strangers.
  await service.grant([
    ...strangers.map((from) => grant({ from, to: CROWDED })),
    grant({ from: FRIEND, to: CROWDED }),
    grant({ from: VAULT, to: CROWDED }),
    grant({ from: CROWDED, to: FRIEND }),
  ]);
  // While a chain is unknown, nobody is called a stranger.
  await service.stop();
  await service.start({ isWhole: true });
  const page = await pages.openElement(service.url, { wallet: CROWDED });
  await status(page, '500 vaults');
  expect(await page.getByRole('radio').count()).toBe(50);
  const first = page.getByRole('list', { name: 'Wallets' }).getByRole('listitem');
  expect(await first.allInnerTexts()).toEqual([
    expect.stringContaining('Your own wallet'),
    expect.stringContaining('0x0000…F01D'),
  ]);
  await page.getByRole('list', { name: 'Maybe unsolicited' }).waitFor();
  await look(page, 'crowd');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => page.getByRole('radio').count()).toBe(100);
  await page.getByRole('searchbox').fill('5000497');
  await expect.poll(() => page.getByRole('radio').count()).toBe(1);

  // One question reads what 50 of them hold. The others are read when they are selected.
  const ofTokens = await pages.openElement(service.url, { ...ofContract, wallet: CROWDED });
  await status(ofTokens, '500 vaults');
  await ofTokens.getByRole('searchbox').fill('c01d');
  await row(ofTokens, 'Not known: select it to read what it holds').getByRole('radio').check();
  await row(ofTokens, 'Holds 2 tokens').waitFor();
  await ofTokens.getByRole('button', { name: 'Continue as' }).click();
  expect(await readChosen(ofTokens)).toMatchObject({ vault: VAULT, type: 'ALL' });
});

test('React renders the same list on a server and in the page', async () => {
  const shop = { baseUrl: service.url, ...ofContract };
  const app = createElement(ReactShop, { shop, queryClient: new QueryClient(), onChoose: () => {} });
  const html = renderToString(app);
  expect(html).toContain('Looking for your vaults…');
  const data = JSON.stringify(shop).replaceAll('"', '&quot;');
  const body = `<div id="root" data-shop="${data}">${html}</div><script src="/react-page.js"></script>`;
  const page = await pages.open(service.url, body);
  await row(page, 'Holds 2 tokens').getByRole('radio').check();
  await look(page, 'react');
  await page.getByRole('button', { name: 'Continue as 0x0000…c01D' }).click();
  expect(await readChosen(page)).toMatchObject({ vault: VAULT, type: 'CONTRACT' });
  await service.revoke([grant(OF_CONTRACT)]);
  await row(page, 'No: it no longer delegates').waitFor();
});
