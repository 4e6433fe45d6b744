import { findAmount } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { afterAll, expect, test } from 'vitest';
import { createAuditedRows } from './audited-rows.ts';
import type { GrantPlace } from './pass-table.ts';

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const audited = createAuditedRows(db.database);
afterAll(() => db.drop());

const history = [
  row(delegate('01'), at(2), at(4)),
  row(delegate('01', { amount: 9n }), at(4)),
  row(delegate('02'), at(3), at(5)),
  row(delegate('03', { from: wallets.other }), at(6)),
];

test('each grant comes once, with the newest row that had begun, page after page', async () => {
  const chainId = await ledger.openChain();
  await ledger.write(chainId, 6, ...history);
  const read = async (blockNumber: number) => {
    const seen: unknown[] = [];
    for (let after: GrantPlace | null = null, pages = 0; pages < 9; pages++) {
      const page = await audited.listNewest(chainId, { at: blockNumber, after, limit: 1 });
      seen.push(...page.rows.map(({ delegation, stands }) => [findAmount(delegation), stands]));
      if (!page.next) return seen;
      // A place is kept as JSON between two processes.
      after = JSON.parse(JSON.stringify(page.next));
    }
    return 'endless';
  };
  expect(await read(6)).toEqual([
    [9n, true],
    [1n, false],
    [1n, true],
  ]);
  expect(await read(4)).toEqual([
    [9n, true],
    [1n, true],
  ]);
  expect(await read(3)).toEqual([
    [1n, true],
    [1n, true],
  ]);
  expect(await audited.listOfVault(chainId, wallets.other, 6, 10)).toMatchObject([
    { sinceBlock: 6, stands: true },
  ]);
});

const GRANTS = 5_000;

/** Counts the entries of all indexes of `delegation` that were read so far. */
async function countRead(): Promise<number> {
  await db.database.query('select pg_stat_force_next_flush()');
  const { rows } = await db.database.query<{ read: number }>(
    `select sum(idx_tup_read)::bigint as read from pg_stat_user_indexes where relname = 'delegation'`,
  );
  return rows[0]?.read ?? 0;
}

test('a page is read from the index, whatever the planner expects', async () => {
  const chainId = await ledger.openChain();
  await db.database.query(
    `insert into delegation (chain_id, registry, kind, from_address, to_address, contract, token_id, rights, since_block,
       since_log, since_tx)
     select $1, 2, 1, decode(lpad(to_hex(n), 40, '0'), 'hex'), decode(lpad(to_hex(n), 40, '0'), 'hex'), '', -1,
       decode(repeat('00', 32), 'hex'), 1, n, decode(repeat('00', 32), 'hex') from generate_series(1, ${GRANTS}) n`,
    [chainId],
  );
  const before = await countRead();
  let after: GrantPlace | null = null;
  let grants = 0;
  do {
    const page = await audited.listNewest(chainId, { at: 9, after, limit: 100 });
    grants += page.rows.length;
    after = page.next;
  } while (after);
  expect(grants).toBe(GRANTS);
  // Reading and sorting all that follow a place would read 25 times as many.
  expect((await countRead()) - before).toBeLessThan(2 * GRANTS);
});

test('wallets are unknown only at the blocks of their spans', async () => {
  const chainId = await ledger.openChain();
  const uncertain = [{ from: wallets.vault, fromBlock: 3, untilBlock: 5 }];
  await ledger.writer.commit(chainId, await ledger.createBatch(chainId, 6, { uncertain, block: block(6) }));
  const isUnknown = async (first: number, last: number) =>
    (await audited.listUnknown(chainId, first, last)).has(wallets.vault);
  expect([
    await isUnknown(1, 2),
    await isUnknown(1, 3),
    await isUnknown(4, 4),
    await isUnknown(6, 9),
  ]).toEqual([false, true, true, false]);
});
