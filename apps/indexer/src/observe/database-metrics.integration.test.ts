import { createTestDatabase } from '@mandate/testing/ledger/database';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addDatabaseMetrics } from './database-metrics.ts';

test('the size is that of the database, and missing if the database is unavailable', async () => {
  const db = await createTestDatabase();
  const registry = new Registry();
  addDatabaseMetrics(registry, db.database);
  const read = async (name: string) =>
    new RegExp(`^mandate_database_${name} (\\d+)$`, 'm').exec(await registry.metrics())?.[1];
  try {
    const before = Number(await read('size_bytes'));
    await db.database.query('create table large as select generate_series(1, 100000)');
    expect(Number(await read('size_bytes')) - before).toBeGreaterThan(3_000_000);
    expect(Number(await read('backends'))).toBeGreaterThan(0);
    expect(Number(await read('max_backends'))).toBeGreaterThan(Number(await read('backends')));
  } finally {
    await db.drop();
  }
  expect(await read('size_bytes')).toBeUndefined();
});
