/** An API that reads from a standby which is behind: whoever names the block they saw is never answered before it. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Database, migrate } from '@mandate/store';
import { at, createTestLedger, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { joinUrls, type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../app.ts';

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
const WAIT_MS = 5_000;
const WAIT_TIMEOUT_MS = 100_000;
/** The answers of a service that does not know. On a slow machine, a server may seem to be away. */
const REFUSALS = ['503 block_not_reached', '503 chain_lagging', '503 database_unavailable'];

let primary: Postgres;
let standby: Postgres;
let database: Database;
let onStandby: Database;
let ledger: ReturnType<typeof createTestLedger>;
let chainId: number;
let api: Api;
beforeAll(async () => {
  [primary, standby] = await Promise.all([startPostgres(), startPostgres()]);
  await standby.follow(primary);
  database = connect({ url: primary.url, maxConnections: 2 });
  onStandby = connect({ url: standby.url, maxConnections: 1 });
  await migrate(database);
  ledger = createTestLedger(database);
  chainId = await ledger.openChain();
  await ledger.write(chainId, 1);
  await untilApplied();
  api = await createApi({
    ...{ databaseUrl: joinUrls(primary, standby), ledgerRole: 'any', chains: CONFIGURED },
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await api?.close();
  await Promise.all([database?.end(), onStandby?.end()]);
  await Promise.all([primary?.remove(), standby?.remove()]);
});

const pause = () => onStandby.query('select pg_wal_replay_pause()');
const resume = () => onStandby.query('select pg_wal_replay_resume()');

/** Until the standby has everything that the primary has. */
async function untilApplied(): Promise<void> {
  const { rows } = await database.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  const asked = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as applied';
  for (const deadline = Date.now() + WAIT_TIMEOUT_MS; Date.now() < deadline; await delay(20)) {
    const found = await onStandby.query<{ applied: boolean }>(asked, [rows[0]?.lsn]);
    if (found.rows[0]?.applied) return;
  }
  throw new Error('The standby does not catch up.');
}

async function ask(minBlock?: number) {
  const began = performance.now();
  const { statusCode, headers, body } = await api.app.inject(
    minBlock === undefined ? CHECK : `${CHECK}&minBlock=${minBlock}`,
  );
  const tookMs = performance.now() - began;
  return statusCode === 200
    ? { said: `${body} at ${headers['x-block-number']}`, tookMs }
    : { said: `${statusCode} ${JSON.parse(body).code}`, tookMs };
}

test('who says which block they saw waits for the standby to have it, others do not', async () => {
  await pause();
  await ledger.write(chainId, 2, row(delegate('', { kind: 'all' }), at(2)));
  expect((await ask()).said).toBe('false at 1');
  const waiting = ask(2);
  await delay(1_000);
  await resume();
  const { said, tookMs } = await waiting;
  expect(said).toBe('true at 2');
  expect(tookMs).toBeGreaterThan(900);
  expect((await ask()).said).toBe('true at 2');
});

test('a standby that stays behind is left for the primary', async () => {
  await untilApplied();
  await pause();
  await ledger.write(chainId, 3, row(delegate('', { kind: 'all' }), at(2), at(3)));
  expect((await ask()).said).toBe('true at 2');
  for (const deadline = Date.now() + WAIT_TIMEOUT_MS; Date.now() < deadline; await delay(100)) {
    const { said } = await ask(3);
    expect(['false at 3', ...REFUSALS]).toContain(said);
    if (said === 'false at 3') break;
  }
  expect((await ask(3)).said).toBe('false at 3');
  await resume();
  await untilApplied();
});

/** Those that chose a block to answer at, and what they do to be counted. */
const each = async (server: Database, what = '') => {
  const which = `application_name = 'mandate api' and query like '%first_block%' and pid <> pg_backend_pid()`;
  return (await server.query(`select ${what} from pg_stat_activity where ${which} order by pid limit 4`)).rows
    .length;
};

test('a block that one server has is not answered for by another that lacks it', async () => {
  const askMany = () => Promise.all(Array.from({ length: 40 }, (_, i) => ask(i % 2 ? 3 : undefined)));
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  while ((await each(onStandby)) === 0 || (await each(database)) === 0) {
    // Some connections to the primary break: those that come after them go to the standby.
    if ((await each(onStandby)) === 0) await each(database, 'pg_terminate_backend(pid)');
    await askMany();
    await delay(100);
    if (Date.now() > deadline) throw new Error('All connections go to one server.');
  }
  const history = row(delegate('', { kind: 'all' }), at(4));
  for (let block = 4; block <= 5; block++) {
    await pause();
    await ledger.write(chainId, block, block === 4 ? history : { ...history, until: at(5) });
    const asked = Array.from({ length: 60 }, (_, i) => ask(i % 2 ? block : undefined));
    const right = [`${block === 4} at ${block}`, `${block !== 4} at ${block - 1}`, ...REFUSALS];
    for (const { said } of await Promise.all(asked)) expect(right).toContain(said);
    await resume();
    await untilApplied();
  }
});

test('when nobody has the block it is not known, and never answered for another', async () => {
  const { said, tookMs } = await ask(6);
  expect(said).toBe('503 block_not_reached');
  expect(tookMs).toBeGreaterThan(WAIT_MS - 100);
  await pause();
  await ledger.write(chainId, 6, row(delegate('', { kind: 'all' }), at(6)));
  await primary.stop();
  // The standby that is left has block 5.
  for (let round = 0; round < 2; round++) {
    expect(REFUSALS).toContain((await ask(6)).said);
  }
  await standby.promote();
  const deadline = Date.now() + WAIT_TIMEOUT_MS;
  let found = await ask(6);
  while (found.said !== 'true at 6' && Date.now() < deadline) found = await ask(6);
  // It had received the block, and had only not applied it.
  expect(found.said).toBe('true at 6');
});
