import { createTestDatabase } from '@mandate/testing/ledger/database';
import { afterAll, expect, test } from 'vitest';
import { findConnectionShortage } from './connection-budget.ts';
import { connect } from './database.ts';

const db = await createTestDatabase({ migrated: false });
afterAll(() => db.drop());

const readLimit = async (name: string): Promise<number> => {
  const { rows } = await db.database.query(`select current_setting('${name}')::int as value`);
  return rows[0].value;
};

test('connections that others hold count against what the server has', async () => {
  const most = (await readLimit('max_connections')) - (await readLimit('superuser_reserved_connections'));
  const held = await db.database.connect();
  const shortage = await findConnectionShortage(db.database, most).finally(() => held.release());
  expect(shortage).toMatch(
    new RegExp(
      `opens up to ${most} connections to the database, which has ${most} in all, and [1-9]\\d* of them`,
    ),
  );
});

test('a process that fits has no warning', async () => {
  expect(await findConnectionShortage(db.database, 0)).toBeNull();
});

test('a database that does not answer is no reason not to start', async () => {
  const absent = connect({ url: db.url.replace(/\w+$/, 'mandate_absent'), maxConnections: 1 });
  expect(await findConnectionShortage(absent, 1_000).finally(() => absent.end())).toBeNull();
});
