/** Looks up wallets in a browser, on the built site, served by the API over two real chains and one that is silent. */
import { readFileSync } from 'node:fs';
import { type Api, createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import { type LocalChain, startLocalChain, writeChains, writeOf } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  FULL_RIGHTS,
  parseAddress,
  rightsFromText,
} from '@mandate/core';
import { type Indexer, startIndexer } from '@mandate/testing/service/service';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { POLL_MS } from './service.ts';
import { LOOKS, openSite, type Site } from './site.ts';

const BASE = 8453;
const SILENT = 10;

const log = pino({ level: 'silent' });
const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [VAULT, HOT, BOT] = [createAddress('c01d'), createAddress('407'), createAddress('b07')];
const [STRANGER, CONTRACT] = [createAddress('57a'), createAddress('c0c0c0')];
const grant = (fields: Partial<DelegationFields>) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const GRANTED = {
  1: [
    grant({}),
    grant({ kind: 'erc721', contract: CONTRACT, tokenId: 2n ** 200n + 1n, rights: rightsFromText('claim') }),
    grant({ kind: 'erc20', contract: CONTRACT, amount: 2_500n * 10n ** 18n, to: BOT }),
    grant({ from: STRANGER, to: VAULT }),
    grant({ registry: 'v1', kind: 'contract', contract: CONTRACT, to: BOT }),
  ],
  [BASE]: [grant({}), grant({ from: HOT, to: VAULT, kind: 'contract', contract: CONTRACT })],
};
const ALL = '7 delegations';

let site: Site;
let chains: LocalChain[];
let indexer: Indexer;
let api: Api;
let url: string;

async function serve(port = 0): Promise<void> {
  const followed = JSON.parse(writeChains(chains, POLL_MS));
  const silent = { [SILENT]: { nodes: ['http://127.0.0.1:1'] } };
  const served = readChains({ CHAINS: JSON.stringify({ ...followed, ...silent }) });
  api = await createApi({ databaseUrl: indexer.databaseUrl, chains: served, webDir: site.folder, log });
  url = await api.app.listen({ host: '127.0.0.1', port });
}

beforeAll(async () => {
  [site, ...chains] = await Promise.all([
    openSite(),
    startLocalChain({ chainId: 1 }),
    startLocalChain({ chainId: BASE }),
  ]);
  indexer = await startIndexer(chains, POLL_MS);
  for (const chain of chains) {
    for (const delegation of GRANTED[chain.chainId as keyof typeof GRANTED])
      await chain.send(writeOf(chain, delegation));
    await chain.mine();
    await indexer.catchUp(chain);
  }
  await serve();
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await api?.close();
  await indexer?.close();
  for (const chain of chains) await chain.stop();
});

const list = (page: Page) => page.getByRole('table', { name: 'Delegations' });
const given = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'Given', exact: true }) });
const received = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'Received', exact: true }) });
const count = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const open = async (path: string) => {
  const page = await site.open(`${url}/explorer/${VAULT}${path}`);
  await list(page).waitFor();
  return page;
};

test('the first page leads to a wallet', async () => {
  const page = await site.open(url);
  await page.getByLabel('Wallet address').fill('0x1234');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toContain('This has 4.');
  await page.getByLabel('Wallet address').fill(VAULT.toUpperCase().replace('0X', '0x'));
  await page.keyboard.press('Enter');
  await count(page, ALL).waitFor();
  await page.getByRole('heading', { level: 1, name: getAddress(VAULT) }).waitFor();
  expect(site.complaints).toEqual([]);
});

test('each person has their delegations on all chains, in both registries and directions', async () => {
  const page = await open('');
  await count(page, ALL).waitFor();
  const people = list(page).getByRole('rowheader');
  expect(await people.count()).toBe(3);
  const rows = await list(page).getByRole('row').allInnerTexts();
  const [ofHot = '', ...rest] = rows.slice(1);
  expect(ofHot).toContain('3 given, 1 received · Ethereum, Base');
  expect(rest.slice(0, 4).join('\n')).toContain(`#${2n ** 200n + 1n}`);
  const ofBot = rest.slice(rest.findIndex((text) => text.includes('2 given')));
  expect(ofBot.join('\n')).toContain('2,500,000,000,000,000,000,000');
  expect(
    ofBot
      .slice(1, 3)
      .map((text) => /Ethereum\s+v([12])/.exec(text)?.[1])
      .sort(),
  ).toEqual(['1', '2']);
  expect(await given(page).filter({ hasText: 'Only “claim”' }).count()).toBe(1);
  expect(await received(page).count()).toBe(2);
  expect(await page.getByText('As of blocks on 2 chains').count()).toBe(1);
  expect(await page.getByRole('link', { name: /etherscan/ }).getAttribute('href')).toContain(
    getAddress(VAULT),
  );
  expect(site.complaints).toEqual([]);
});

test('a chain that cannot answer is named, with what to do', async () => {
  const page = await open('');
  const note = page.getByRole('region', { name: 'Chains that could not answer' });
  await note.getByText('OP Mainnet').waitFor();
  expect(await note.innerText()).toContain('This page retries every few seconds.');
  await page.goto(`${url}/explorer/0x${'0'.repeat(39)}1`);
  await page.getByText('On the 2 chains that answered, this wallet has neither').waitFor();
});

test('a no on one chain says on which it is a yes, and which is not known', async () => {
  const page = await site.open(`${url}/check?chain=${BASE}&to=${VAULT}&from=${STRANGER}`);
  const elsewhere = page.getByRole('status', { name: 'Elsewhere' });
  await elsewhere.getByText('But yes on Ethereum in registry v2.').waitFor();
  expect(await elsewhere.textContent()).toContain('Not known on OP Mainnet in registry');
  await elsewhere.getByRole('link', { name: 'Open this answer' }).click();
  await page.getByText('Yes, may act').waitFor();
  expect(site.complaints).toEqual([]);
  // Without an answer, nothing is a no.
  await page.route('**/batch', (route) => route.abort());
  await page.goto(`${url}/check?chain=${BASE}&to=${VAULT}&from=${STRANGER}`);
  await elsewhere.getByText(/^Not known on /).waitFor({ timeout: 60_000 });
  expect(await elsewhere.textContent()).not.toMatch(/yes|No /);
});

test('the graph shows the same, and its wallets are links for the keyboard', async () => {
  const page = await site.open(`${url}/explorer/${VAULT}`);
  await page.getByRole('radio', { name: 'Graph' }).check();
  await page.waitForURL(/view=graph/);
  const picture = page.getByRole('region', { name: /^Graph/ });
  await picture.getByText('This wallet', { exact: true }).waitFor();
  const drawn = await picture.textContent();
  for (const text of ['Whole wallet', 'on Ethereum, Base', 'full rights', '“claim”', 'Currency']) {
    expect(drawn).toContain(text);
  }
  await picture.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((to) => to.pathname !== `/explorer/${VAULT}`);
  await page.getByRole('heading', { level: 1, name: getAddress(HOT) }).waitFor();
  expect(site.complaints).toEqual([]);
});

test('a link has the whole state, and follows what is changed', async () => {
  const page = await open('?registry=v1&q=c0c0&kind=contract&show=outgoing&chain=1');
  await count(page, `1 of ${ALL}`).waitFor();
  expect(await page.getByLabel('Registry').inputValue()).toBe('v1');
  expect(await page.getByRole('searchbox').inputValue()).toBe('c0c0');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await count(page, ALL).waitFor();
  expect(new URL(page.url()).search).toBe('');

  await page.getByLabel('Chain', { exact: true }).selectOption('Base');
  await count(page, `2 of ${ALL}`).waitFor();
  await page.getByRole('radio', { name: 'Received' }).check();
  await page.getByRole('searchbox').fill('c0c0');
  await page.waitForURL(/q=c0c0/);
  await count(page, `1 of ${ALL}`).waitFor();
  const another = await site.open(page.url());
  await count(another, `1 of ${ALL}`).waitFor();
  expect(await another.getByLabel('Chain', { exact: true }).inputValue()).toBe(String(BASE));
  await another.getByRole('searchbox').fill('nothing like this');
  await another.getByText('None of the 7 delegations matches the filters.').waitFor();
  expect(site.complaints).toEqual([]);
});

test('what is shown can be saved and printed', async () => {
  const page = await open(`?chain=${BASE}`);
  await count(page, `2 of ${ALL}`).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`delegations-${getAddress(VAULT)}.csv`);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(1 + 2);
  expect(lines[0]).toMatch(/^chainId,chain,registry,direction,from,to,/);
  expect(lines.join('\n')).toContain(`8453,Base,v2,received,${getAddress(HOT)},${getAddress(VAULT)}`);

  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('.printed-list');
  expect(await printed.getByRole('row').count()).toBe(1 + 2);
  expect(await printed.isVisible()).toBe(true);
  expect(await list(page).isVisible()).toBe(false);
  expect(await printed.innerText()).toContain(getAddress(HOT));
});

test('delegations are selected by keyboard, and only given ones', async () => {
  const page = await open('');
  await count(page, ALL).waitFor();
  const boxes = list(page).getByRole('checkbox', { name: /^Select: / });
  expect(await boxes.count()).toBe(5);
  await boxes.first().focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('1 selected').waitFor();
  await list(page)
    .getByRole('checkbox', { name: /given to .*b07$/i })
    .press('Space');
  await bar.getByText('3 selected').waitFor();
  await page.getByLabel('Chain', { exact: true }).selectOption('Base');
  await bar.getByText('3 selected', { exact: true }).waitFor();
  await bar.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(site.complaints).toEqual([]);
});

test('an API that is down is not an empty wallet, and the page recovers by itself', async () => {
  const page = await open('');
  await count(page, ALL).waitFor();
  await api.close();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('alert').getByText('The service does not answer').waitFor();
  expect(await given(page).count()).toBe(5);
  await page.getByText('What is true now is unknown. Below is the last answer').waitFor();
  await serve(Number(new URL(url).port));
  await page.getByText('The service does not answer').waitFor({ state: 'detached' });
});

test('the chosen theme stays', async () => {
  const page = await site.open(url, { colorScheme: 'light' });
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const light = await ground();
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
  expect(await ground()).toBe(dark);
  expect(site.complaints).toEqual([]);
});

test.each(LOOKS)('axe finds nothing: %s, %o', async (colorScheme, viewport) => {
  const page = await site.open('about:blank', { colorScheme, viewport });
  const violations: string[] = [];
  for (const [path, text] of [
    ['/explorer/0x12', 'This has 2.'],
    [`/explorer/${VAULT}`, ALL],
    [`/explorer/${CONTRACT}`, 'this wallet has neither'],
  ] as const) {
    await page.goto(url + path);
    await page.getByText(text).first().waitFor();
    violations.push(...(await site.listViolations(page)));
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), path).toBe(0);
  }
  expect(violations).toEqual([]);
});
