import { readChains } from '@mandate/config';
import {
  block,
  createTestDatabase,
  createTestLedger,
  type TestDatabase,
} from '@mandate/testing/ledger/database';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../app.ts';
import { OPERATIONS } from '../operations/index.ts';

const DAY_S = 86_400;
/** Prometheus waits ten seconds. */
const SCRAPE_MS = 50_000;
const registries = { v2: '0x00000000000000447e69651d841bd8d104bed493' };
const chain = (name: string) => ({ ...UNFOLLOWED, name, registries });
/** In the order in which the ledger opens them; the last it never does. */
const CHAINS = JSON.stringify({
  1: chain('Ready'),
  2: chain('Tainted'),
  3: { ...chain('Lagging'), maxQuietSeconds: DAY_S },
  4: chain('Unread'),
});

let db: TestDatabase;
let api: Api;
beforeAll(async () => {
  db = await createTestDatabase();
  const { writer, openChain, createBatch, write, taint } = createTestLedger(db.database);
  const [ready, tainted, lagging] = [await openChain(), await openChain(), await openChain()];
  await write(ready, 5);
  await taint(tainted, 'as a test wants it');
  const marks = { head: 1_000_005, safe: 5, finalized: 0 };
  await writer.commit(lagging, await createBatch(lagging, 5, { marks }));
  api = await createApi({
    ...{ databaseUrl: db.url, chains: readChains({ CHAINS }), log: pino({ level: 'silent' }) },
    limit: { redisUrl: null, trustedHops: 0 },
  });
});
afterAll(async () => {
  await api.close();
  await db.drop();
});

const scrape = () => api.admin.metrics();

test('each chain is in the state that its questions are answered in', async () => {
  const text = await scrape();
  expect(text).toContain('mandate_api_database_up 1\n');
  const states = [...text.matchAll(/^mandate_api_chain_state\{chain="\d",name="(\w+)",state="(\w+)"\} 1$/gm)];
  expect(states.map(([, name, state]) => `${name} ${state}`)).toEqual([
    'Ready ready',
    'Tainted chain_tainted',
    'Lagging chain_lagging',
    'Unread chain_not_ready',
  ]);
  expect(text).toContain('mandate_api_chain_state{chain="1",name="Ready",state="chain_tainted"} 0\n');
  expect(text).toContain('mandate_api_chain_block{chain="1",name="Ready"} 5\n');
  expect(text).toContain('mandate_api_chain_head_block{chain="3",name="Lagging"} 1000005\n');
  expect(text).toContain('mandate_api_chain_lag_blocks{chain="3",name="Lagging"} 1000000\n');
  const used = /^mandate_api_chain_lag_used\{chain="3",name="Lagging"\} (\S+)$/m.exec(text)?.[1];
  const days = (Date.now() / 1_000 - block(5).timestamp) / DAY_S;
  expect(Number(used)).toBeCloseTo(days, 2);
  const seconds = /^mandate_api_chain_lag_seconds\{chain="3",name="Lagging"\} (\S+)$/m.exec(text)?.[1];
  expect(Number(seconds) / DAY_S).toBeCloseTo(days, 2);
  expect(text).not.toContain('mandate_api_chain_block{chain="4"');
});

test('vaults under audit are counted', async () => {
  const found = async () =>
    /^mandate_api_chain_vaults_under_audit\{chain="1",name="Ready"\} (\d)$/m.exec(await scrape())?.[1];
  expect(await found()).toBe('0');
  const mark =
    "insert into audit_marks (chain_id, registry, vault) values (1, $1, decode(repeat('ab', 20), 'hex'))";
  for (const registry of [1, 2]) await db.database.query(mark, [registry]);
  await until('both are counted', async () => (await found()) === '2');
});

test('what rates are made of is there before the first request', async () => {
  const text = await scrape();
  for (const { id } of OPERATIONS) {
    expect(text).toContain(`mandate_api_requests_total{operation="${id}",status="503"} 0\n`);
    expect(text).toContain(`mandate_api_request_seconds_count{operation="${id}"} 0\n`);
  }
  expect(text).toContain('mandate_api_key_lookups_total{result="failed"} 0\n');
  expect(text).toContain('mandate_api_limit_redis_configured 0\n');
});

test('a database that hangs is said to be away, in time, and no chain is shown as it was', async () => {
  const connection = await db.database.connect();
  await connection.query('begin; lock table chain in access exclusive mode');
  const began = Date.now();
  const text = await scrape().finally(() => connection.query('rollback'));
  connection.release();
  expect(Date.now() - began).toBeLessThan(SCRAPE_MS);
  expect(text).toContain('mandate_api_database_up 0\n');
  expect(text).not.toMatch(/^mandate_api_chain_\w+\{/m);
  expect(await scrape()).toContain('mandate_api_database_up 1\n');
});
