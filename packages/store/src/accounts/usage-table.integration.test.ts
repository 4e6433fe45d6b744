import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase, wallets } from '@mandate/testing/ledger/database';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, UnavailableError } from '../database/database.ts';
import { createKeyStore } from './key-table.ts';
import { createUsageStore, type UsageRow } from './usage-table.ts';

const db = await createTestDatabase();
const usage = createUsageStore(db.database);
afterAll(() => db.drop());
beforeEach(() => db.database.query('truncate usage, usage_counter'));

const HOUR_MS = 3_600_000;
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const hour = (ago: number) => new Date(NOW - ago * HOUR_MS);
const ALL = { from: new Date(0), to: new Date(NOW + HOUR_MS) };

const row = (fields: Partial<UsageRow> = {}): UsageRow => ({
  hour: hour(0),
  keyId: 1,
  operation: 'v2List',
  chainId: 1,
  status: 200,
  requests: 1,
  ...fields,
});

function createCounter() {
  const counter = randomUUID();
  let number = 0;
  return (...rows: UsageRow[]) => usage.add({ counter, number: ++number, rows });
}

describe('usage', () => {
  test('adds up, row by row', async () => {
    const add = createCounter();
    const [other, old] = [row({ status: 429, requests: 2 }), row({ hour: hour(3), requests: 5 })];
    await add(row(), other, old, row({ requests: 10 }));
    await add(row({ requests: 100 }));
    expect(await usage.list({ keyIds: [1], ...ALL })).toEqual([old, row({ requests: 111 }), other]);
  });

  test('is added once, no matter how often a batch is sent', async () => {
    const counter = randomUUID();
    const batch = { counter, number: 1, rows: [row({ requests: 3 })] };
    await Promise.all(Array.from({ length: 10 }, () => usage.add(batch)));
    await usage.add({ ...batch, number: 2 });
    await usage.add(batch);
    await usage.add({ ...batch, counter: randomUUID() });
    expect(await usage.list({ keyIds: [1], ...ALL })).toEqual([row({ requests: 9 })]);
  });

  test('of concurrent processes adds up exactly, in any order of rows', async () => {
    const rows = Array.from({ length: 100 }, (_, keyId) => row({ keyId }));
    const counters = Array.from({ length: 8 }, createCounter);
    await Promise.all(
      counters.map(async (add, index) => {
        const ordered = index % 2 === 0 ? rows : rows.toReversed();
        for (let batch = 0; batch < 10; batch++) await add(...ordered);
      }),
    );
    const found = await usage.list({ keyIds: rows.map(({ keyId }) => keyId), ...ALL });
    expect(found.map(({ requests }) => requests)).toEqual(rows.map(() => 80));
  });

  test('of an empty batch changes nothing', async () => {
    await createCounter()();
    expect(await usage.list({ keyIds: [1], ...ALL })).toEqual([]);
  });
});

describe('usage is listed', () => {
  test('by hour, from the first and before the last', async () => {
    await createCounter()(...[0, 1, 2, 3].map((ago) => row({ hour: hour(ago) })));
    const found = await usage.list({ keyIds: [1], from: hour(2), to: hour(0) });
    expect(found.map((found) => found.hour)).toEqual([hour(2), hour(1)]);
  });

  test("of an owner's keys, and never of another's", async () => {
    const keys = createKeyStore(db.database);
    const make = async (owner: typeof wallets.vault) => {
      const fields = { digest: randomBytes(32), pepper: 1, prefix: 'p', name: 'n', expiresAt: null };
      return (await keys.create({ ...fields, owner })).id;
    };
    const [first, second] = [await make(wallets.vault), await make(wallets.vault)];
    const theirs = await make(wallets.hot);
    await keys.revoke(second);
    await createCounter()(...[0, first, second, theirs].map((keyId) => row({ keyId })));
    const idsOf = async (query: Parameters<typeof usage.list>[0]) =>
      (await usage.list(query)).map(({ keyId }) => keyId);
    expect(await idsOf({ owner: wallets.vault, ...ALL })).toEqual([first, second]);
    expect(await idsOf({ owner: wallets.vault, keyIds: [second, theirs, 0], ...ALL })).toEqual([second]);
    expect(await idsOf({ owner: wallets.other, ...ALL })).toEqual([]);
    expect(await idsOf({ keyIds: [0, theirs], ...ALL })).toEqual([0, theirs]);
  });
});

test('usage older than 90 days is deleted', async () => {
  await createCounter()(row({ hour: hour(90 * 24 + 1) }), row({ hour: hour(89 * 24) }));
  await db.database.query(
    "insert into usage_counter values ($1, 1, now() - interval '91 days'), ($2, 1, now())",
    [randomUUID(), randomUUID()],
  );
  await usage.purge();
  expect(await usage.list({ keyIds: [1], ...ALL })).toEqual([row({ hour: hour(89 * 24) })]);
  const { rows } = await db.database.query('select count(*) as counters from usage_counter');
  expect(rows).toEqual([{ counters: 2 }]);
  await usage.purge(30);
  expect(await usage.list({ keyIds: [1], ...ALL })).toEqual([]);
});

test('an unavailable database throws an UnavailableError', async () => {
  const database = connect({ url: 'postgres://postgres@127.0.0.1:1/postgres' });
  const elsewhere = createUsageStore(database);
  const batch = { counter: randomUUID(), number: 1, rows: [row()] };
  await expect(elsewhere.add(batch)).rejects.toThrow(UnavailableError);
  await expect(elsewhere.purge()).rejects.toThrow(UnavailableError);
  await database.end();
});
