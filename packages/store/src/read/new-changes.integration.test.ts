import { at, createTestDatabase, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { afterAll, expect, test } from 'vitest';
import type { LogPlace } from './ledger-log.ts';

const db = await createTestDatabase();
const { writer, reader, openChain, write } = createTestLedger(db.database);
afterAll(() => db.drop());

test('new changes follow the place of each chain, or are the newest of a log that does not have it', async () => {
  const chainId = await openChain();
  const names = ['a', 'b', 'c', 'd'];
  await write(chainId, 1, ...names.map((name, log) => row(delegate(name), at(1, log))));
  const numbersAfter = async (place: LogPlace | null, limit = 9) => {
    const places = new Map([[chainId, place]]);
    const [read] = await reader.readNewChanges({ places, newest: 2, limit });
    return [read?.continues, read?.found.map(({ number }) => number)];
  };
  const [end] = await reader.readNewChanges({ places: new Map([[chainId, null]]), newest: 9, limit: 9 });
  const { feed = '', found: log = [] } = end ?? {};
  expect(end).toMatchObject({ chainId, changes: 4, block: 1, marks: { safe: 1 }, continues: false });
  const place = (number: number) => ({ feed, number, stamp: log[number - 1]?.stamp ?? null });
  expect(await numbersAfter(place(0))).toEqual([true, [1, 2, 3, 4]]);
  expect(await numbersAfter(place(1), 2)).toEqual([true, [2, 3]]);
  expect(await numbersAfter(place(4))).toEqual([true, []]);
  expect(await numbersAfter(null)).toEqual([false, [3, 4]]);
  expect(await numbersAfter({ ...place(1), stamp: place(2).stamp })).toEqual([false, [3, 4]]);
  expect(await numbersAfter(place(5))).toEqual([false, [3, 4]]);
  await db.database.query('update chain set feed = gen_random_uuid() where chain_id = $1', [chainId]);
  expect(await numbersAfter(place(1))).toEqual([false, [3, 4]]);
  await writer.forget(chainId);
  expect(await numbersAfter(place(1))).toEqual([undefined, undefined]);
});
