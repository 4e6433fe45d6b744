import { findAmount } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/database';
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
