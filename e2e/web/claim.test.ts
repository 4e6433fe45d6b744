/** Asks "May claim?" in a browser, on the built site, over a real chain with real tokens. */
import { type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsWithExpiry,
} from '@mandate/core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { encodeFunctionData, getAddress, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCode } from '../run-code.ts';
import { startWebService, UNFOLLOWED, type WebService } from './service.ts';
import { LOOKS, openSite, type Site } from './site.ts';

const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [HOT, VAULT, SAFE] = [createAddress('407'), createAddress('c01d'), createAddress('5afe')];
const [CONTRACT, NOTHING] = [createAddress('c0c0c0'), createAddress('dead')];
const RIGHTS = rightsWithExpiry(`0x${'ab'.repeat(24)}`, 1_900_000_000);
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const GRANTS = [
  grant({ kind: 'erc721', contract: CONTRACT, tokenId: 7n }),
  grant({ registry: 'v1', kind: 'token', contract: CONTRACT, tokenId: 7n }),
  grant({ from: SAFE, rights: RIGHTS }),
];
const MINT = parseAbi(['function mint(address to, uint256[] tokenIds)']);

let site: Site;
let chain: LocalChain;
let service: WebService;

beforeAll(async () => {
  const contracts = new Map([[CONTRACT, readSampleCode('sample-erc721')]]);
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1, contracts })]);
  service = await startWebService(chain, { webDir: site.folder });
  for (const [owner, ...tokenIds] of [
    [HOT, 1n],
    [VAULT, 7n, 8n],
    [SAFE, 9n, 10n],
  ] as const) {
    const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [owner, tokenIds] });
    await chain.send({ from: owner, to: CONTRACT, data });
  }
  await service.grant(GRANTS);
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const holders = (page: Page) => answer(page).getByRole('region', { name: 'Holders' });
const open = (query: string, options?: BrowserContextOptions) =>
  site.open(`${service.url}/check?ask=claim&chain=1&${query}`, options);
const ASKED = `to=${HOT}&contract=${CONTRACT}`;

test('a question is typed and answered, and its link and its code give the same answer', async () => {
  const page = await site.open(`${service.url}/check`);
  await page.getByText('May claim?', { exact: true }).click();
  const ask = page.getByRole('button', { name: 'May claim?' });
  await ask.click();
  await page.getByText('Paste the address of the wallet').waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('to');
  await page.getByLabel('Wallet', { exact: true }).fill(getAddress(HOT));
  await page.getByLabel('Contract', { exact: true }).fill(CONTRACT);
  await page.getByLabel('How many').fill('2');
  await page.keyboard.press('Enter');
  await answer(page).getByText('Yes, may claim').waitFor();
  expect(await answer(page).textContent()).toContain('2 tokens counted, 2 needed.');
  const block = await chain.client.getBlock();
  expect(await answer(page).textContent()).toContain(`Answered at block ${block.number}`);
  const items = await holders(page).locator('> ul > li').allTextContents();
  expect(items).toHaveLength(2);
  expect(items[0]).toContain('This wallet1 token');
  expect(items[1]).toContain('Vault1 token#7');
  // A vault is listed once, with the grants of both registries.
  expect(items[1]).toMatch(/Registry v2.*Registry v1/);

  const other = await site.open(page.url());
  await answer(other).getByText('Yes, may claim').waitFor();
  expect(await other.getByLabel('How many').inputValue()).toBe('2');
  const code = await other.getByLabel('The question in curl').textContent();
  expect(JSON.parse(await runCode.curl(code ?? ''))).toMatchObject({ eligible: true, balance: 2 });
  await other.getByText('TypeScript', { exact: true }).click();
  const typed = await other.getByLabel('The question in TypeScript').textContent();
  expect(await runCode.TypeScript(typed ?? '')).toBe(`true 2n at block ${block.number}`);
  expect(typed).toContain('"eligible": null means that the answer is not known.');
  expect(site.complaints).toEqual([]);
});

test.each([
  ['min=3', 'No', '2 tokens counted, 3 needed.'],
  [`rights=${RIGHTS}&min=4`, 'Yes, may claim', 'Its rights expire Mar 17, 2030, 17:46:40 UTC'],
  [`from=${VAULT}&tokenId=8`, 'No', '0 tokens counted, 1 needed.'],
  ['when=block&at=1', 'No', '0 tokens counted, 1 needed.'],
])('a link with %s opens with its answer: %s', async (query, headline, text) => {
  const page = await open(`${ASKED}&${query}`);
  await answer(page).getByRole('status').getByText(headline, { exact: true }).waitFor();
  expect(await answer(page).textContent()).toContain(text);
});

test('an unknown answer is not a no', async () => {
  const page = await open(`to=${HOT}&contract=${NOTHING}&standard=ERC721`);
  await answer(page).getByText('Not known', { exact: true }).waitFor();
  const unknown = answer(page).getByRole('region', { name: 'What is not known' });
  expect(await unknown.textContent()).toContain('The token’s contract gave no answer');
  await page.goto(`${service.url}/check?ask=claim&chain=${UNFOLLOWED}&${ASKED}`);
  await answer(page).getByText('Unknown right now').waitFor();
  expect(await answer(page).getByText('No', { exact: true }).count()).toBe(0);
});

test.each(LOOKS)('the page is accessible: %s, %o', async (colorScheme, viewport) => {
  const page = await open('', { colorScheme, viewport, reducedMotion: 'reduce' });
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await site.listViolations(page)));
    const folder = process.env['SCREENSHOTS'];
    const path = `${folder}/claim-${name}-${colorScheme}-${viewport.width}.png`;
    if (folder) await page.screenshot({ path, fullPage: true });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
  };
  await page.getByRole('button', { name: 'May claim?' }).click();
  await page.getByText('Paste the address').first().waitFor();
  await look('empty');
  for (const [query, headline, name] of [
    [`${ASKED}&rights=${RIGHTS}`, 'Yes, may claim', 'yes'],
    [`${ASKED}&min=9`, 'No', 'no'],
    [`to=${HOT}&contract=${NOTHING}&standard=ERC721`, 'Not known', 'unknown'],
  ] as const) {
    await page.goto(`${service.url}/check?ask=claim&chain=1&${query}`);
    await answer(page).getByRole('status').getByText(headline, { exact: true }).waitFor();
    await look(name);
  }
  expect(found).toEqual([]);
});
