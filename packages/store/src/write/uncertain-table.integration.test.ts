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
import { migrate } from '../database/migrate.ts';
import { listUnsettled, UNSETTLED } from './uncertain-table.ts';

const { vault } = wallets;
const db = await createTestDatabase();
const { writer, reader, openChain, createBatch, write, ask } = createTestLedger(db.database);
afterAll(() => db.drop());

const granted = delegate('c1', { registry: 'v1', kind: 'contract' });

/** Writes a grant from block 1 on, and a revocation in block 3 that no node has state for. */
async function openDoubt(): Promise<number> {
  const chainId = await openChain();
  await write(chainId, 2, row(granted, at(1)));
  const { log, tx } = at(3, 5);
  const uncertain = [{ from: vault, fromBlock: 3, untilBlock: UNSETTLED, log, tx }];
  await writer.commit(chainId, await createBatch(chainId, 8, { uncertain }));
  return chainId;
}

/** Writes that the state of a block shows the grant to be gone. */
async function settle(chainId: number, last: number): Promise<void> {
  const [standing] = await writer.listLive(chainId, [], [vault]);
  const ended = standing ? [{ ...standing, until: at(3, 5, true) }] : [];
  await writer.commit(
    chainId,
    await createBatch(chainId, last, { ended, settled: [{ from: vault, block: last }] }),
  );
}

async function look(chainId: number) {
  const checkpoint = await writer.findCheckpoint(chainId);
  const { rows } = await db.database.query(
    'select from_block, until_block from uncertain where chain_id = $1 order by 1',
    [chainId],
  );
  const unsettled = await listUnsettled(db.database, chainId);
  return { state: checkpoint?.state, spans: rows, unsettled: unsettled.map(({ last }) => last.block) };
}

const listFeed = async (chainId: number) =>
  (
    await db.database.query(
      'select type, undone, block, log, timestamp from change where chain_id = $1 order by number',
      [chainId],
    )
  ).rows;

test('a chain is uncertain while a revocation is not settled', async () => {
  const chainId = await openDoubt();
  expect(await look(chainId)).toEqual({
    state: 'backfilling',
    spans: [{ from_block: 3, until_block: UNSETTLED }],
    unsettled: [3],
  });
  await settle(chainId, 10);
  expect(await look(chainId)).toEqual({
    state: 'following',
    spans: [{ from_block: 3, until_block: 10 }],
    unsettled: [],
  });
  expect(await ask(chainId, granted, 2, 10)).toEqual([true, false]);
});

test.each([
  [9, 'the block that settled it', 'backfilling', [3]],
  [3, 'all but the revocation', 'backfilling', [3]],
  [2, 'the revocation', 'following', []],
] as const)('going back to block %i undoes %s: the grant is open again', async (to, _, state, unsettled) => {
  const chainId = await openDoubt();
  await settle(chainId, 10);
  await write(chainId, 12);
  await writer.rewind(chainId, block(12), block(to));
  const spans = unsettled.map((number) => ({ from_block: number, until_block: UNSETTLED }));
  expect(await look(chainId)).toEqual({ state, unsettled, spans });
  expect(await ask(chainId, granted, undefined)).toEqual([true]);
  const revoked = { type: 3, block: 3, log: 5 };
  expect((await listFeed(chainId)).slice(1)).toMatchObject([
    { ...revoked, undone: false },
    { ...revoked, undone: true },
  ]);
});

test('going back to the block that settled it, or to one after it, leaves it settled', async () => {
  const chainId = await openDoubt();
  await settle(chainId, 10);
  await write(chainId, 12);
  await writer.rewind(chainId, block(12), block(10));
  expect(await look(chainId)).toMatchObject({ state: 'following', unsettled: [] });
  expect(await ask(chainId, granted, undefined)).toEqual([false]);
});

test('pages of a list are replaced if the chain goes back below their block', async () => {
  const chainId = await openDoubt();
  await settle(chainId, 10);
  const { rewinds = 0 } = (await writer.findCheckpoint(chainId)) ?? {};
  await writer.rewind(chainId, block(10), block(9));
  const page = { chainId, registry: 'v1', direction: 'from', wallet: vault, limit: 10, rewinds } as const;
  expect((await reader.list({ ...page, atBlock: 10 }))?.replaced).toBe(true);
});

/** Restores the schema before migration 0007, as that migration's comment describes. */
const ROLL_BACK = `
  alter table chain alter column safe_number set not null, alter column finalized_number set not null;
  drop index uncertain_until; alter table uncertain drop column log, drop column tx;
  delete from migration where name = '0007-settlements.sql'`;

test('the migration reopens revocations that a non-final head settled, and leaves the others', async () => {
  const old = await createTestDatabase();
  const ledger = createTestLedger(old.database);
  const chainId = await ledger.openChain();
  const early = delegate('e1', { registry: 'v1', kind: 'contract', from: wallets.other });
  await ledger.write(chainId, 20, row(granted, at(1), at(15, 2, true)), row(early, at(2), at(3, 4, true)));
  const marks = { head: 20, safe: 18, finalized: 10 };
  await ledger.writer.mark(chainId, block(20), marks, 'following');
  await old.database.query(ROLL_BACK);
  await old.database.query(
    'insert into uncertain (chain_id, from_address, from_block, until_block) select chain_id, from_address, until_block, until_block + 4 from delegation',
  );
  expect(await migrate(old.database)).toEqual(['0007-settlements.sql']);
  expect(await ledger.ask(chainId, granted, undefined)).toEqual([true]);
  expect(await ledger.ask(chainId, early, undefined)).toEqual([false]);
  expect((await ledger.writer.findCheckpoint(chainId))?.state).toBe('backfilling');
  expect(await ledger.writer.listUnsettled(chainId)).toEqual([
    { from: vault, last: { block: 15, log: 2, tx: at(15).tx } },
  ]);
  const { rows } = await old.database.query(
    'select type, undone, block from change order by number desc limit 1',
  );
  expect(rows).toEqual([{ type: 3, undone: true, block: 15 }]);
  const { rows: counted } = await old.database.query(
    'select changes, (select max(number) from change) as last from chain',
  );
  expect(counted[0]?.changes).toBe(counted[0]?.last);
  await old.drop();
});
