/** A database of its own for a test, on the server of `TEST_DATABASE_URL` or this machine's. */
import { randomBytes } from 'node:crypto';
import { connect, type Database } from './database.ts';
import { migrate } from './migrate.ts';

const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `mandate_test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const database = connect({ url: url.href });
  if (migrated) await migrate(database);
  return {
    url: url.href,
    database,
    async drop() {
      await database.end();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function onServer(sql: string): Promise<void> {
  const server = connect({ url: SERVER, maxConnections: 1 });
  try {
    await server.query(sql);
  } finally {
    await server.end();
  }
}
