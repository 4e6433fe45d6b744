/** The hooks in a real browser, over a real chain. */
import { encodeGrant, type LocalChain, readSampleCode, startLocalChain } from '@mandate/contracts';
import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { checkQueryOptions, eligibilityQueryOptions } from '@mandate/react';
import { createClient } from '@mandate/sdk';
import { size } from '@mandate/testing/size';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { App, checkOf, eligibilityOf, type Setup } from './react-hooks/app.ts';
import { type OpenedApp, openApp } from './react-hooks/open-app.ts';
import { addActingWallet, createActingWallet } from './web/page-wallet.ts';
import { startWebService, type WebService } from './web/service.ts';

/** Only what never comes gets to it. */
const MAX_WAIT_MS = 60_000;
const MANY = size(50, 200);
const POLL_MS = 1_000;
const createAddress = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`);
const [HOT, VAULT, CONTRACT] = [createAddress('407'), createAddress('c01d'), createAddress('c0c0c0')];
const grant = (fields: Partial<DelegationFields> = {}) =>
  createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS, ...fields });
const MINT = parseAbi(['function mint(address to, uint256[] tokenIds)']);

let chain: LocalChain;
let service: WebService;
let app: OpenedApp;
let setup: Setup;

beforeAll(async () => {
  const contracts = new Map([[CONTRACT, readSampleCode('sample-erc721')]]);
  [chain, app] = await Promise.all([startLocalChain({ chainId: 1, contracts }), openApp()]);
  service = await startWebService(chain, {});
  const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [VAULT, [7n, 2n ** 200n]] });
  await chain.send({ from: VAULT, to: CONTRACT, data });
  await service.grant([grant({ registry: 'v1', from: createAddress('5afe') })]);
  // Polling does not help the tests of the feed to pass.
  setup = { baseUrl: service.url, pollMs: 600_000, to: HOT, from: [VAULT], contract: CONTRACT };
});
afterEach(() => {
  expect(app?.warnings).toEqual([]);
});
afterAll(async () => {
  await app?.close();
  await service?.close();
  await chain?.stop();
});

const text = (page: Page, id: string) => page.locator(`#${id}`).textContent();
/** Waits until an element says this. */
const says = (page: Page, id: string, expected: RegExp) =>
  page.locator(`#${id}`, { hasText: expected }).waitFor({ timeout: MAX_WAIT_MS });
const listStreams = () => app.requests.filter(({ isStream }) => isStream);

test('a grant turns a no into a yes without a reload, and a reorg turns it back', async () => {
  const page = await app.open(setup);
  await says(page, 'check-0', /^no at \d+, live$/);
  expect(await text(page, 'nothing')).toBe('loading, live');
  await says(page, 'eligibility', /^no$/);
  await says(page, 'given', /^0$/);
  await says(page, 'received', /^1$/);

  await chain.send({ from: VAULT, to: chain.registries.v2, data: encodeGrant(grant()) });
  await chain.mine();
  await says(page, 'check-0', /^yes at \d+, live$/);
  await says(page, 'given', /^1$/);
  await says(page, 'vaults', new RegExp(VAULT));
  await says(page, 'eligibility', /^yes, 2$/);

  await chain.reorg(1);
  await says(page, 'check-0', /^no at \d+, live$/);
  await says(page, 'given', /^0$/);
  await says(page, 'eligibility', /^no$/);
  expect(listStreams()).toHaveLength(1);
});

test('a service that is down is unknown, never a no, and the page recovers', async () => {
  await service.grant([grant()]);
  const page = await app.open({ ...setup, pollMs: POLL_MS });
  await says(page, 'check-0', /^yes/);
  const seen = await watchTexts(page);
  await service.stop();
  await says(page, 'check-0', /^unknown: network_error, polled$/);
  await says(page, 'vaults', /^unknown$/);
  await says(page, 'eligibility', /^unknown$/);
  // A revocation that nobody could tell the page about.
  await service.revoke([grant()]);
  const texts = await seen();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((each) => !/^(?:yes|unknown)/.test(each))).toEqual([]);
  await service.start();
  await says(page, 'check-0', /^no at \d+, live$/);
});

test('while the feed is refused, the page polls', async () => {
  const page = await app.open(
    { ...setup, pollMs: POLL_MS },
    {
      prepare: (opening) =>
        opening.route('**/changes?**', (route) => route.fulfill({ status: 429, body: '' })).then(() => {}),
    },
  );
  await says(page, 'check-0', /^no at \d+, polled$/);
  await service.grant([grant()]);
  await says(page, 'check-0', /^yes at \d+, polled$/);
  await service.revoke([grant()]);
  await says(page, 'check-0', /^no at \d+, polled$/);
});

test('a publishable key works for its origins, and elsewhere everything is unknown', async () => {
  const apiKey = await service.createPublishableKey(app.origin);
  const page = await app.open({ ...setup, apiKey });
  await says(page, 'check-0', /^no at \d+, live$/);
  await service.grant([grant()]);
  await says(page, 'check-0', /^yes at \d+, live$/);
  await service.revoke([grant()]);
  const asked = app.requests.filter(({ url }) => !url.includes('/registry/v1/'));
  expect(asked.filter(({ key, url }) => key !== apiKey || url.includes(apiKey))).toEqual([]);

  const other = await app.open({
    ...setup,
    apiKey: await service.createPublishableKey('https://other.example'),
  });
  await says(other, 'check-0', /^unknown: origin_not_allowed, polled$/);
  await says(other, 'vaults', /^unknown$/);
});

test(`${MANY} hooks use one stream, and a change asks only what it touches`, async () => {
  const from = Array.from({ length: MANY }, (_, i) => createAddress(`${i + 1}0000`));
  const { contract: _, ...rest } = setup;
  const page = await app.open({ ...rest, from });
  for (const i of [0, MANY - 1]) await says(page, `check-${i}`, /^no at \d+, live$/);
  const isAll = () => page.locator('p', { hasText: /^no at \d+, live$/ }).count();
  await expect.poll(isAll, { timeout: MAX_WAIT_MS }).toBe(MANY);
  // On a busy machine, questions may be asked before the stream begins, and then once more.
  expect(app.requests.length).toBeLessThanOrEqual(2 * MANY + 1);
  process.stdout.write(`${MANY} hooks sent ${app.requests.length} requests\n`);
  expect(listStreams()).toHaveLength(1);

  app.requests.splice(0);
  await service.grant([grant({ from: from[37] ?? VAULT })]);
  await says(page, 'check-37', /^yes/);
  expect(await text(page, 'check-36')).toMatch(/^no/);
  // Only the question that the change touches.
  expect(app.requests).toHaveLength(1);
  expect(app.requests[0]?.url).toContain('minBlock=');
});

test('a page that a server rendered is hydrated without a warning, and goes live', async () => {
  await service.grant([grant()]);
  const queryClient = new QueryClient();
  const client = createClient({ baseUrl: service.url });
  await queryClient.prefetchQuery(checkQueryOptions(client, checkOf(setup, VAULT)));
  await queryClient.prefetchQuery(eligibilityQueryOptions(client, eligibilityOf(setup, CONTRACT)));
  // Through JSON, as in a page: numbers beyond 2^53 survive it.
  const state = JSON.parse(JSON.stringify(dehydrate(queryClient)));
  const hydrated = { ...setup, state };
  const rendered = renderToString(createElement(App, { setup: hydrated, queryClient: new QueryClient() }));
  expect(rendered).toMatch(/<p id="check-0">yes at \d+/);
  expect(rendered).toContain('<p id="eligibility">yes, 2</p>');
  expect(rendered).toContain('<p id="vaults">loading</p>');

  const page = await app.open(hydrated, { rendered });
  await says(page, 'check-0', /^yes at \d+, live$/);
  await says(page, 'vaults', new RegExp(VAULT));
  await service.revoke([grant()]);
  await says(page, 'check-0', /^no at \d+, live$/);
  expect(listStreams()).toHaveLength(1);
});

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a wallet grants and revokes, and the answers follow', async () => {
  const wallet = createActingWallet(VAULT);
  const { contract: _, ...rest } = setup;
  const withNode = { ...rest, nodeUrl: chain.url };
  const prepare = (opening: Page) => addActingWallet(opening, [chain], wallet);
  const page = await app.open(withNode, { script: 'wallet-page.js', prepare });
  await says(page, 'check-0', /^no/);
  await click(page, 'Grant');
  await says(page, 'grant', /^No wallet is connected/);
  await click(page, 'Connect');
  await expect.poll(() => wallet.isConnected).toBe(true);
  wallet.isRejecting = true;
  await click(page, 'Grant');
  await says(page, 'grant', /^The change was not made \(rejected/);
  expect(wallet.signed).toEqual([]);
  wallet.isRejecting = false;

  await click(page, 'Grant');
  await says(page, 'grant', /^success in \d+, indexed: true$/);
  await says(page, 'check-0', /^yes at \d+, live$/);
  await click(page, 'Revoke');
  await says(page, 'revoke', /^success in \d+, indexed: true$/);
  await says(page, 'check-0', /^no at \d+, live$/);
  expect(wallet.signed).toHaveLength(2);
  expect(app.warnings).toEqual([]);

  // A mined transaction is no failure when the service is down, and the old answer no longer counts.
  await service.stop();
  await click(page, 'Grant');
  await says(page, 'grant', /^success in \d+, indexed: false$/);
  await says(page, 'check-0', /^unknown/);
  await service.start();
});

/** Records every text of the first check from now on. */
async function watchTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    globalThis.seen = [];
    const check = document.querySelector('#check-0');
    new MutationObserver(() => seen.push(check.textContent))
      .observe(check, { characterData: true, childList: true, subtree: true });
  `);
  return () => page.evaluate<string[]>('seen');
}
