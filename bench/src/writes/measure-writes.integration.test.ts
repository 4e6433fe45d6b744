import { createRandom } from '@mandate/contracts';
import { type Delegation, grantOf, identify } from '@mandate/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sample, summarize, toSmallest } from '../sample.ts';
import { chooseEvents, createBatch } from './batch.ts';
import { measureWrites } from './measure-writes.ts';
import {
  CHAIN_ID,
  createWrittenLedger,
  delegationOf,
  growLedger,
  hasEnded,
  type WrittenLedger,
} from './written-ledger.ts';

const ROWS = 3_000;

let ledger: WrittenLedger;
beforeAll(async () => {
  ledger = await createWrittenLedger(ROWS);
});
afterAll(() => ledger.drop());

test('the rows are those that events are made for', async () => {
  const numbers = Array.from({ length: ROWS }, (_, i) => i + 1);
  const [ended, standing] = [numbers.filter(hasEnded), numbers.filter((n) => !hasEnded(n))];
  const list = async (wanted: readonly number[]) => {
    const grants = wanted.map((n) => grantOf(delegationOf(n)));
    return (await ledger.writer.listLive(CHAIN_ID, grants, [])).map(({ delegation }) => delegation);
  };
  const byIdentity = (delegations: readonly Delegation[]) =>
    new Map(delegations.map((delegation) => [identify(grantOf(delegation)), delegation]));
  expect(byIdentity(await list(standing))).toEqual(byIdentity(standing.map((n) => delegationOf(n))));
  expect(await list(ended)).toEqual([]);
});

test('a batch begins, ends and changes rows', async () => {
  const parent = (await ledger.writer.findCheckpoint(CHAIN_ID))?.block;
  if (!parent) throw new Error('There is no chain.');
  const events = chooseEvents(ROWS, 400, createRandom(1));
  const { begun, ended } = await createBatch(ledger, events, { parent, blocks: 100, state: 'backfilling' });
  const changed = begun.length + ended.length - 400;
  expect({ changed, revoked: ended.length - changed, granted: begun.length - changed }).toEqual({
    changed: expect.closeTo(60, -2),
    revoked: expect.closeTo(100, -2),
    granted: expect.closeTo(240, -2),
  });
});

test('the ledger is written, and the log of its changes leads to what stands', async () => {
  const samples: Sample[] = [];
  const options = { rounds: 1, blocks: 3, backfillEvents: 2_500 };
  await measureWrites([ledger], options, (own) => samples.push(...own));
  const figures = summarize(samples, toSmallest);
  expect(figures).toHaveLength(6 * 2 + 1);
  for (const each of figures) expect(each).toMatchObject({ rows: ROWS, ratio: 1 });
  await expectLogOfAllRows(ROWS);
});

test('the ledger grows after what was written', async () => {
  const grown = await growLedger(ledger, 2 * ROWS);
  await expectLogOfAllRows(2 * ROWS * 0.9);
  const numbers = Array.from({ length: ROWS }, (_, i) => ROWS + 1 + i).filter((n) => !hasEnded(n));
  const grants = numbers.map((n) => grantOf(delegationOf(n)));
  expect(await grown.writer.listLive(CHAIN_ID, grants, [])).toHaveLength(numbers.length);
});

async function expectLogOfAllRows(least: number): Promise<void> {
  const { rows } = await ledger.database.query<{ standing: number; logged: number }>(
    `select (select count(*) from delegation where until_block is null) as standing,
       (select sum(case when type = 2 then 0 when (type = 1) = undone then -1 else 1 end) from change)::bigint as logged`,
  );
  expect(rows[0]?.standing).toBeGreaterThan(least);
  expect(rows[0]?.logged).toBe(rows[0]?.standing);
}
