/** The cost of `/wallets` on 39 chains: statements of the database, and requests of a limit. */
import { readChains } from '@mandate/config';
import type { Reader } from '@mandate/store';
import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { type LedgerApi, UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListPages } from '../../answers/list-pages.ts';
import { createWalletPages, type WalletPage, type WalletRequest } from '../../answers/wallet-pages.ts';
import { createApi } from '../../app.ts';
import { createServedChains } from '../../request/chains.ts';
import { startStage } from '../resolve/testing/stage.ts';

const CHAINS = 39;
const { vault, hot, other } = wallets;
const CHAIN_IDS = Array.from({ length: CHAINS }, (_, i) => i + 1);
const registries = { v1: `0x${'1'.repeat(40)}`, v2: `0x${'2'.repeat(40)}` };
const served = readChains({
  CHAINS: JSON.stringify(Object.fromEntries(CHAIN_IDS.map((id) => [id, { ...UNFOLLOWED, registries }]))),
});
const inV1 = (from: typeof vault, to: typeof vault) =>
  delegate('', { registry: 'v1', kind: 'all', from, to, contract: null, rights: null, amount: null });
const inV2 = (from: typeof vault, to: typeof vault) => delegate('', { kind: 'all', from, to });

let stage: LedgerApi;
const statements: string[] = [];
let getReader: () => Reader;

beforeAll(async () => {
  stage = await startStage(CHAINS);
  const { ledger } = stage;
  for (const chainId of CHAIN_IDS) {
    // `other` has a row in each of the four lists of every chain, and `vault` one on two chains.
    const all = [inV2(other, hot), inV2(hot, other), inV1(other, hot), inV1(hot, other)];
    const own = chainId === 7 || chainId === 30 ? [inV2(vault, hot)] : [];
    await ledger.write(chainId, 2, ...[...all, ...own].map((delegation, log) => row(delegation, at(2, log))));
    await ledger.write(chainId, 3);
  }
  const count =
    <Asked extends unknown[], Answer>(name: string, ask: (...asked: Asked) => Answer) =>
    (...asked: Asked) => {
      statements.push(name);
      return ask(...asked);
    };
  const { reader } = ledger;
  getReader = () => ({
    ...reader,
    list: count('list', reader.list),
    findLists: count('findLists', reader.findLists),
    findBlocks: count('findBlocks', reader.findBlocks),
  });
});
afterAll(() => stage?.close());

async function read(request: Partial<WalletRequest>): Promise<WalletPage> {
  statements.length = 0;
  const readPage = createWalletPages(
    createListPages(null, () => {}),
    createServedChains(served, async () => false),
  );
  return readPage(getReader, {
    wallet: vault,
    registries: ['v1', 'v2'],
    when: {},
    chainIds: CHAIN_IDS,
    direction: undefined,
    limit: 250,
    start: null,
    ...request,
  });
}

test('one statement finds the two lists of 156 that have rows', async () => {
  const { rows, chains, next } = await read({});
  expect(rows.map(({ chainId }) => chainId)).toEqual([7, 30]);
  expect([chains.length, next]).toEqual([CHAINS, null]);
  // Both directions of each list that was found.
  expect(statements).toEqual(['findLists', 'list', 'list', 'list', 'list']);
  await read({ direction: 'from' });
  expect(statements).toEqual(['findLists', 'list', 'list']);
});

test.each([{ atTime: block(2).timestamp }, { consistency: 'strict' }] as const)(
  'one more finds the blocks of all chains: %j',
  async (when) => {
    const { chains } = await read({ when });
    expect(chains).toHaveLength(CHAINS);
    expect(statements.slice(0, 2)).toEqual(['findBlocks', 'findLists']);
    expect(statements.length).toBeLessThanOrEqual(6);
  },
);

test('a wallet with rows everywhere gets shorter pages instead of a slow one', async () => {
  const rows: string[] = [];
  const named = new Set<number>();
  let [start, pages]: [WalletPage['next'], number] = [null, 0];
  do {
    const page: WalletPage = await read({ wallet: other, start });
    expect(statements.length).toBeLessThanOrEqual(2 * 42);
    rows.push(...page.rows.map(({ chainId, delegation }) => `${chainId} ${delegation.registry}`));
    for (const { chainId } of page.chains) named.add(chainId);
    start = page.next;
    pages++;
  } while (start && pages < 50);
  expect(rows).toEqual(CHAIN_IDS.flatMap((id) => [`${id} v2`, `${id} v2`, `${id} v1`, `${id} v1`]));
  expect([...named]).toEqual(CHAIN_IDS);
  expect(pages).toBeLessThan(5);
});

test('a page counts by the chains that it searches', async () => {
  const api = await createApi({
    databaseUrl: stage.databaseUrl,
    chains: served,
    limit: { redisUrl: null, trustedHops: 0 },
    log: pino({ level: 'silent' }),
  });
  let before = 25;
  const ask = async (query: string) => {
    const { statusCode, headers, body } = await api.app.inject(`/wallets/${vault}?${query}`);
    const left = Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    const cost = before - left;
    before = left;
    return { status: statusCode, cost, ...(JSON.parse(body) as { next: string | null; detail?: string }) };
  };
  try {
    const first = await ask('limit=1');
    expect(first).toMatchObject({ status: 200, cost: 4 });
    expect(await ask(`limit=1&cursor=${first.next}`)).toMatchObject({ status: 200, cost: 1 });
    expect(await ask('chainIds=1,2,3')).toMatchObject({ status: 200, cost: 1 });
    expect(await ask(`atTime=${block(2).timestamp}`)).toMatchObject({ status: 200, cost: 8 });
    expect(await ask(`chainIds=7&atTime=${block(2).timestamp}`)).toMatchObject({ status: 200, cost: 2 });
    expect(await ask(`atTime=${block(2).timestamp}`)).toMatchObject({ status: 200, cost: 8 });
    const refused = await ask('');
    expect(refused).toMatchObject({ status: 429 });
    expect(refused.detail).toMatch(/^This request counts as 4\./);
  } finally {
    await api.close();
  }
});
