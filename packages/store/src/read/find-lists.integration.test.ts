/** Finds the lists of a wallet that have rows, and reads few rows for that, under both kinds of plan. */
import { parseAddress } from '@mandate/core';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { fillLedger } from '@mandate/testing/ledger/many-rows';
import { size } from '@mandate/testing/size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWriter } from '../write/writer.ts';
import type { ListsRequest } from './find-lists.ts';
import { createReader } from './reader.ts';
import { explain, listStatements, MODES } from './testing/plans.ts';

const CHAIN_IDS = Array.from({ length: 39 }, (_, i) => i + 1);
const NOW = 900_000;
const POPULAR = size(30_000, 100_000);
const ENDED = size(21_000, 40_000);
const ORDINARY = size(500, 2_000);
const numbered = (side: string, n: number) => parseAddress(`0x${side}${n.toString(16).padStart(38, '0')}`);
const [popular, quitter, spammed] = [numbered('bb', 0), numbered('aa', 650_000), numbered('bb', 650_000)];
const [giver, receiver] = [numbered('aa', 1), numbered('bb', 2)];

/**
 * `popular` has `POPULAR` incoming rows on chain 1. All grants from `quitter` to `spammed` have ended, on chain 1 too. `giver`
 * gave one grant on chain 1 that stands, and one of v1 on chain 3 from block 100 to 200. The others are ordinary, on all chains.
 */
const ROWS = `
  select 1 as chain_id, 2 as registry, 2 as kind, 1000 + n as "from", 0 as "to", n as thing, '' as rights, n as since,
    case when n % 20 = 0 then n + 1000 end as until
  from generate_series(1, ${POPULAR}) n
  union all
  select 1, 1 + n % 2, 2, 650000, 650000, n, '', n, n + 10 from generate_series(1, ${ENDED}) n
  union all
  select chain_id, 1 + n % 2, 2, 700000 + n % 500, 700000 + n % 401, n, '', n, case when n % 20 = 0 then n + 1000 end
  from generate_series(1, ${ORDINARY}) n, generate_series(1, 39) chain_id
  union all
  select 1, 2, 2, 1, 2, 1, '', 5, null
  union all
  select 3, 1, 2, 1, 2, 1, '', 100, 200`;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const writer = createWriter(db.database);
  for (const chainId of CHAIN_IDS) {
    const block = { number: NOW, hash: `0x${'00'.repeat(32)}` as const, timestamp: 0 };
    await writer.open(chainId, block, { head: NOW, safe: NOW, finalized: 0 });
  }
  await fillLedger(db.database, ROWS);
});
afterAll(() => db?.drop());

const at = (atBlock?: number): ListsRequest['chains'] =>
  CHAIN_IDS.map((chainId) => (atBlock === undefined ? { chainId } : { chainId, atBlock }));

async function find(wallet: ListsRequest['wallet'], chains: ListsRequest['chains']): Promise<string[]> {
  const found = await createReader(db.database).findLists({ wallet, chains });
  expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(chains.map(({ chainId }) => chainId));
  return [...found].flatMap(([chainId, { lists }]) =>
    lists.map(({ registry, direction }) => `${chainId} ${registry} ${direction}`),
  );
}

test('a list is found if a row stands, or stood at the block', async () => {
  expect(await find(giver, at())).toEqual(['1 v2 from']);
  expect(await find(receiver, at())).toEqual(['1 v2 to']);
  for (const [block, lists] of [
    [4, ['1 v2 from']],
    [99, ['1 v2 from']],
    [100, ['1 v2 from', '3 v1 from']],
    [199, ['1 v2 from', '3 v1 from']],
    [200, ['1 v2 from']],
  ] as const) {
    // A row that began later may be found, too: the list that is read then is empty.
    expect(await find(giver, at(block)), `at block ${block}`).toEqual(lists);
  }
  expect(await find(popular, at())).toEqual(['1 v2 to']);
  expect(await find(quitter, at())).toEqual([]);
  expect((await find(spammed, at(20_005))).toSorted()).toEqual(['1 v1 to', '1 v2 to']);
  expect(await find(numbered('dd', 1), at(20_005))).toEqual([]);
});

test('a chain that is not in the ledger is missing', async () => {
  const found = await createReader(db.database).findLists({ wallet: giver, chains: [{ chainId: 99 }] });
  expect(found.size).toBe(0);
});

describe.each([
  ['now', undefined, 39 * 4 * 5],
  ['at a past block', 20_005, 39 * 4 * 45 * 4],
] as const)('%s', (_, atBlock, buffers) => {
  test.each([
    [`with ${POPULAR} rows`, popular],
    ['whose rows have all ended', spammed],
    ['without rows', numbered('dd', 1)],
    ['that is ordinary', numbered('aa', 700_007)],
  ])('a wallet %s is looked up on 39 chains with few reads', async (name, wallet) => {
    const chains = at(atBlock);
    const [statement] = await listStatements(db.database, (d) =>
      createReader(d).findLists({ wallet, chains }),
    );
    if (!statement) throw new Error('There is no statement.');
    for (const mode of MODES) {
      const plan = await explain(db.database, statement, mode);
      expect(plan.paths, mode).not.toContain('Seq Scan');
      // One row of a list is enough.
      expect(plan.read, `rows, ${name}, ${mode}`).toBeLessThanOrEqual(39 * 4);
      expect(plan.buffers, `buffers, ${name}, ${mode}`).toBeLessThan(buffers);
    }
  });
});
