/** Whichever process is asked, keys, limits and counts are those of one. All tests ask the same service. */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiProcess } from '@mandate/testing/api-process';
import { wallets } from '@mandate/testing/database';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECK, type KeyStage, startKeyStage } from '../access/keys/testing/key-stage.ts';
import { createAnonymous } from '../access/limit/testing/anonymous.ts';
import { judge } from '../access/limit/testing/judge.ts';
import { type Monitor, startMonitor } from '../access/limit/testing/monitor.ts';
import { type RedisProcess, startRedis } from '../access/limit/testing/redis-process.ts';
import { createSchedule } from '../access/limit/testing/schedules.ts';
import { openStream } from '../operations/changes/testing/feed-api.ts';
import { ask, askAnew, listWorkers, ownerOf, readMetric, until } from './testing/workers.ts';

const PROCESSES = 3;
const CLIENTS = size(60, 2_000);
const AT_ONCE = size(60, 200);
const FLOOD = 300;
const REQUESTS = 300;
const REVOKED_MS = 5_000;
const MOST_STREAMS = 10;
const SETTLE_MS = 300;
const LIST = `/registry/v2/${wallets.vault}`;

let stage: KeyStage;
let redis: RedisProcess;
let monitor: Monitor;
let service: ApiProcess;

beforeAll(async () => {
  stage = await startKeyStage();
  redis = await startRedis();
  monitor = await startMonitor(redis.port);
  service = await stage.start({
    ...{ API_PROCESSES: `${PROCESSES}`, RATE_LIMIT: 'on', REDIS_URL: redis.url, TRUSTED_HOPS: '1' },
  });
});
afterAll(async () => {
  monitor?.close();
  await stage?.close();
  await redis?.kill();
});

const from = (client: string) => ({ 'x-forwarded-for': client });
const times = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)));

const countRequests = () => readMetric(service, 'mandate_api_requests_total', 'operation="v2');
/** Who asks one that has just died is not answered. */
const areAllThere = () =>
  readMetric(service, 'mandate_api_processes').then(
    (count) => count === PROCESSES,
    () => false,
  );

test('a client without a key that floods has 25, and not one more', async () => {
  const answers = await times(FLOOD, () => askAnew(service.url + CHECK, from('10.9.0.1')));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(25);
  expect(statuses.filter((status) => status === 429)).toHaveLength(FLOOD - 25);
  expect(await readMetric(service, 'mandate_api_limit_refused_total')).toBe(FLOOD - 25);
  expect(await readMetric(service, 'mandate_api_limit_shared')).toBe(1);
});

test('clients of all kinds without a key are treated by the rule', { timeout: TIMEOUT_MS }, async () => {
  const seed = readSeed('limit over processes');
  const before = await readMetric(service, 'mandate_api_limit_refused_total');
  // So many connections that every process has some.
  const anonymous = createAnonymous();
  const wrong: string[] = [];
  for (let first = 1; first <= CLIENTS; first += AT_ONCE) {
    const schedules = Array.from({ length: AT_ONCE }, (_, i) =>
      createSchedule(seed, first + i, { urls: [service.url], anonymous }),
    );
    const answers = await Promise.all(schedules.map(async (each) => [each, await each.run()] as const));
    // What Redis saw arrives over a connection of its own.
    await delay(SETTLE_MS);
    for (const [{ kind, client }, asked] of answers) {
      const problems = judge(kind, asked, monitor.admitted.get(client) ?? []);
      wrong.push(...problems.map((problem) => `${client} (${kind}): ${problem}`));
    }
  }
  anonymous.close();
  // Where a process had to count alone, the limit is its own, which is another rule.
  if ((await readMetric(service, 'mandate_api_limit_redis_lost_total')) === 0) expect(wrong).toEqual([]);
  expect(await readMetric(service, 'mandate_api_limit_refused_total')).toBeGreaterThan(before + CLIENTS);
});

test('a key that is revoked is refused by every process within five seconds', async () => {
  const { id, key } = await stage.createKey();
  const headers = { 'x-api-key': key };
  const agents = Array.from({ length: 4 * PROCESSES }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const askAll = () => Promise.all(agents.map((agent) => ask(service.url + CHECK, agent, headers)));
  const lookups = () => readMetric(service, 'mandate_api_key_lookups_total', 'result="found"');
  const before = await lookups();
  expect(new Set((await askAll()).map(({ status }) => status))).toEqual(new Set([200]));
  // Each of them has asked about it, and knows it.
  expect(await lookups()).toBeGreaterThanOrEqual(before + PROCESSES);
  const revokedAt = Date.now();
  await stage.keys.revoke(id);
  await until('all refuse it', async () => (await askAll()).every(({ status }) => status === 401));
  process.stdout.write(`revoked: refused by ${PROCESSES} processes after ${Date.now() - revokedAt} ms\n`);
  expect(Date.now() - revokedAt).toBeLessThan(REVOKED_MS);
  for (const agent of agents) agent.destroy();
});

test('a client has as many event streams as of one process, also when a process dies', async () => {
  const open = (client: string) => openStream(service.url, '', from(client));
  const streams = await times(MOST_STREAMS, () => open('10.8.0.1'));
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200));
  expect((await open('10.8.0.1')).statusCode).toBe(429);
  expect((await open('10.8.0.2')).statusCode).toBe(200);

  const owners = new Map(streams.map((stream) => [stream, ownerOf(service, stream)]));
  expect(new Set(owners.values()).size).toBe(PROCESSES);
  streams.shift()?.destroy();
  const countStreams = () => readMetric(service, 'mandate_api_feed_streams');
  await until('its place is free', async () => (await countStreams()) === MOST_STREAMS);
  const next = await open('10.8.0.1');
  expect(next.statusCode).toBe(200);
  streams.push(next);
  owners.set(next, ownerOf(service, next));
  expect((await open('10.8.0.1')).statusCode).toBe(429);

  const victim = ownerOf(service, next);
  const cut = streams.filter((stream) => owners.get(stream) === victim);
  process.kill(victim, 'SIGKILL');
  await until('they are cut off', () => cut.every(({ closed }) => closed));
  const others = streams.filter((stream) => !cut.includes(stream));
  expect(others.map(({ closed }) => closed)).toEqual(others.map(() => false));
  const again = await times(cut.length, () => open('10.8.0.1'));
  expect(again.map(({ statusCode }) => statusCode)).toEqual(again.map(() => 200));
  expect((await open('10.8.0.1')).statusCode).toBe(429);
  for (const stream of [...others, ...again]) stream.destroy();
  await until('another answers', areAllThere);
});

test('what was counted stays when a process is replaced, and one that hangs is not waited for', async () => {
  const { key } = await stage.createKey();
  const askMany = (count: number) => times(count, () => askAnew(service.url + CHECK, { 'x-api-key': key }));
  await askMany(30);
  const before = await countRequests();
  process.kill(listWorkers(service)[0] ?? 0, 'SIGKILL');
  await until('another answers', areAllThere);
  expect(await countRequests()).toBe(before);
  await askMany(30);
  expect(await countRequests()).toBe(before + 30);

  const hanging = listWorkers(service)[0] ?? 0;
  process.kill(hanging, 'SIGSTOP');
  const began = Date.now();
  const count = await countRequests();
  expect([count, Date.now() - began < 5_000]).toEqual([before + 30, true]);
  process.kill(hanging, 'SIGKILL');
  await until('another answers', areAllThere);
});

test('what was asked adds up, in metrics and in the usage of a key', async () => {
  const { id, key } = await stage.createKey();
  const paths = [CHECK, LIST, '/registry/v2/check/all'];
  const before = await countRequests();
  const answered = new Map<string, number>();
  for (let i = 0; i < REQUESTS; i += 30) {
    const answers = await times(30, (j) => askAnew(service.url + paths[j % 3], { 'x-api-key': key }));
    for (const [j, { status }] of answers.entries()) {
      const row = `${j % 3 === 1 ? 'v2List' : 'v2CheckAll'} ${status}`;
      answered.set(row, (answered.get(row) ?? 0) + 1);
    }
  }
  // Where the machine has no time for a service, it refuses before it counts for a key.
  answered.delete('v2List 503');
  // Whichever is asked for metrics, and however often.
  for (let i = 0; i < 2 * PROCESSES; i++) expect(await countRequests()).toBe(before + REQUESTS);
  expect(await service.stop()).toBe(0);
  const { rows } = await stage.database.query<{ row: string; requests: bigint }>(
    `select operation || ' ' || status as row, sum(requests) as requests from usage where key_id = $1 group by 1`,
    [id],
  );
  expect(new Map(rows.map(({ row, requests }) => [row, Number(requests)]))).toEqual(answered);
  expect(answered.get('v2CheckAll 200')).toBe(REQUESTS / 3);
});
