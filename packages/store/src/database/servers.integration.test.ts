/**
 * Kills, hangs, promotes and restarts a primary and a standby: connections must find the right server by themselves.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { joinUrls, type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from './database.ts';
import { createLocks } from './locks.ts';

const TIMEOUT_MS = 30_000;
/** By then, no query waits for a server that does not answer. */
const GIVEN_UP_MS = 28_000;

let a: Postgres;
let b: Postgres;
let writing: Database;
let reading: Database;
beforeAll(async () => {
  [a, b] = await Promise.all([startPostgres(), startPostgres()]);
  await b.follow(a);
  // The standby comes first, so that using the first server is wrong.
  const url = joinUrls(b, a);
  writing = connect({ url, maxConnections: 3 });
  reading = connect({ url, maxConnections: 3, role: 'any' });
  await writing.query('create table note (word text)');
});
afterAll(async () => {
  await Promise.all([writing?.end(), reading?.end()]);
  await Promise.all([a?.remove(), b?.remove()]);
});

const write = (word: string) => writing.query('insert into note values ($1)', [word]);
const askPort = async (database: Database) =>
  (await database.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port;
const portOf = ({ url }: Postgres) => Number(new URL(url).port);
const countAt = async ({ url }: Postgres, word: string) => {
  const database = connect({ url, maxConnections: 1 });
  const { rows } = await database.query('select from note where word = $1', [word]);
  await database.end();
  return rows.length;
};

/** Retries until it succeeds. Returns how long that took. */
async function until(succeeds: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (;;) {
    const result = await succeeds().catch((error: Error) => error);
    if (!(result instanceof Error) && result !== false) return performance.now() - began;
    if (performance.now() - began > TIMEOUT_MS) throw result || new Error('It did not succeed in time.');
    await delay(50);
  }
}
const reads = (server: Postgres) => async () => (await askPort(reading)) === portOf(server);
/** Uses new connections: existing ones stay with a primary as long as it is one. */
const readsAnew = (server: Postgres) => async () => {
  const database = connect({ url: joinUrls(b, a), maxConnections: 1, role: 'any' });
  const port = await askPort(database).finally(() => database.end());
  return port === portOf(server);
};

test('writes go to the primary, reads to the standby if they may', async () => {
  await write('first');
  expect(await askPort(writing)).toBe(portOf(a));
  await until(reads(b));
  await until(async () => (await countAt(b, 'first')) === 1);
});

test('when the primary dies, writes fail until the standby is promoted; then they go there', async () => {
  const locks = createLocks(joinUrls(a, b));
  const lost = await locks.hold(7, new AbortController().signal, () => {});
  await a.stop();
  await until(async () => {
    const why = await write('nowhere').catch((error: Error) => error.message);
    return (
      String(why).includes(`:${portOf(a)} does not answer`) &&
      String(why).includes(`:${portOf(b)} is a standby`)
    );
  });
  expect(await askPort(reading)).toBe(portOf(b));
  expect(lost.aborted).toBe(true);
  await b.promote();
  await until(() => write('after promotion'));
  expect(await askPort(writing)).toBe(portOf(b));
  expect((await locks.hold(7, new AbortController().signal, () => {})).aborted).toBe(false);
  await locks.close();
});

test('an old primary that comes back as a primary is neither written to nor read', async () => {
  await a.start();
  for (let round = 0; round < 40; round++) {
    await write('new');
    expect(await askPort(reading)).toBe(portOf(b));
    await delay(50);
  }
  // New clients have never seen the other server fail. Each different spelling of an address is looked at separately.
  for (let newcomers = 0; newcomers < 8; newcomers++) {
    const newcomer = connect({ url: `${joinUrls(a, b)}?newcomer=${newcomers}`, maxConnections: 1 });
    expect(await askPort(newcomer)).toBe(portOf(b));
    await newcomer.end();
  }
  expect([await countAt(a, 'new'), await countAt(b, 'new')]).toEqual([0, 40]);
});

test('connections to a primary that is still running are cut when another server is promoted', async () => {
  await a.follow(b);
  await until(readsAnew(a));
  await write('before the split');
  await until(async () => (await countAt(a, 'before the split')) === 1);
  await a.promote();
  // Server b was not changed: it would still accept writes.
  await until(async () => (await askPort(writing)) === portOf(a));
  for (let round = 0; round < 20; round++) await write('split');
  expect([await countAt(a, 'split'), await countAt(b, 'split')]).toEqual([20, 0]);
});

test('a primary that hangs is given up within seconds', async () => {
  await b.follow(a);
  await until(readsAnew(b));
  await write('before it hangs');
  await until(async () => (await countAt(b, 'before it hangs')) === 1);
  a.hang();
  // Without a statement timeout, a waiting query ends because its connection is cut.
  const waiting = write('hung').then(
    () => 'written',
    () => 'given up',
  );
  await b.promote();
  const tookMs = await until(() => write('after it hung'));
  expect(tookMs).toBeLessThan(GIVEN_UP_MS);
  expect(await waiting).toBe('given up');
  expect(await askPort(writing)).toBe(portOf(b));
  a.goOn();
  await delay(2_500);
  expect(await askPort(writing)).toBe(portOf(b));
});

test('a standby that falls behind is not read until it has caught up', async () => {
  await a.follow(b);
  await until(readsAnew(a));
  await reading.end();
  reading = connect({ url: joinUrls(b, a), maxConnections: 3, role: 'any' });
  expect(await askPort(reading)).toBe(portOf(a));
  const standby = connect({ url: a.url, maxConnections: 1 });
  await standby.query('select pg_wal_replay_pause()');
  const writingOn = setInterval(() => write('more').catch(() => {}), 100);
  await until(reads(b));
  await standby.query('select pg_wal_replay_resume()');
  await until(readsAnew(a));
  clearInterval(writingOn);
  await standby.end();
});
