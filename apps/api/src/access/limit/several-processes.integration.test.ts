/** Keys, limits and counts are those of one service, whichever of two processes at one port is asked. */
import { Agent, type IncomingMessage } from 'node:http';
import { wallets } from '@mandate/testing/ledger/database';
import type { ApiProcess } from '@mandate/testing/process/api-process';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../operations/changes/testing/feed-api.ts';
import { ask, askAnew, ownerOf, readMetrics, startAtOnePort, sumMetric } from '../../testing/processes.ts';
import { CHECK, type KeyStage, startKeyStage } from '../keys/testing/key-stage.ts';
import { type RedisProcess, startRedis } from './testing/redis-process.ts';

const PROCESSES = 2;
const FLOOD = 100;
const REQUESTS = 300;
/** So many that each process has some: all of them at one has a chance of 1 in 8 million. */
const CONNECTIONS = 24;
/** Ten times the promise: a machine may be slow. */
const REVOKED_MS = 50_000;
/** With a key. */
const MAX_STREAMS = 50;
const LIST = `/registry/v2/${wallets.vault}`;

let stage: KeyStage;
let redis: RedisProcess;
let services: ApiProcess[] = [];
let url: string;
let startOne: (environment: NodeJS.ProcessEnv) => Promise<ApiProcess>;

beforeAll(async () => {
  stage = await startKeyStage();
  redis = await startRedis();
  startOne = (environment) =>
    stage.start({ RATE_LIMIT: 'on', REDIS_URL: redis.url, TRUSTED_HOPS: '1', ...environment });
  services = await startAtOnePort(PROCESSES, startOne);
  url = services[0]?.url ?? '';
});
afterAll(async () => {
  await stage?.close();
  await redis?.kill();
});

const from = (client: string) => ({ 'x-forwarded-for': client });
const times = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)));
const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);
const countRequests = () => readMetrics(services, 'mandate_api_requests_total', 'operation="v2');
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test('a client without a key that floods has 25, and not one more', async () => {
  const statuses = statusesOf(await times(FLOOD, () => askAnew(url + CHECK, from('10.9.0.1'))));
  expect(statuses.filter((status) => status === 200)).toHaveLength(25);
  expect(statuses.filter((status) => status === 429)).toHaveLength(FLOOD - 25);
  expect(await sumMetric(services, 'mandate_api_limit_refused_total')).toBe(FLOOD - 25);
  expect(await readMetrics(services, 'mandate_api_limit_shared')).toEqual(services.map(() => 1));
  // Both were asked.
  expect(Math.min(...(await countRequests()))).toBeGreaterThan(0);
});

test('a key that is revoked is refused by every process', async () => {
  const { id, key } = await stage.createKey();
  const headers = { 'x-api-key': key };
  const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const askAll = () => Promise.all(agents.map((agent) => ask(url + CHECK, agent, headers)));
  const lookups = () => readMetrics(services, 'mandate_api_key_lookups_total', 'result="found"');
  const before = await lookups();
  expect(new Set(statusesOf(await askAll()))).toEqual(new Set([200]));
  // Each of them has asked about it, and knows it.
  for (const [i, count] of (await lookups()).entries()) expect(count).toBeGreaterThan(before[i] ?? 0);
  const revokedAt = Date.now();
  await stage.keys.revoke(id);
  await until('all refuse it', async () => (await askAll()).every(({ status }) => status === 401));
  process.stdout.write(`revoked: refused by ${PROCESSES} processes after ${Date.now() - revokedAt} ms\n`);
  expect(Date.now() - revokedAt).toBeLessThan(REVOKED_MS);
  for (const agent of agents) agent.destroy();
});

/** `null` if it was refused, as there are too many. */
async function open(key: string): Promise<IncomingMessage | null> {
  const stream = await openStream(url, '', { 'x-api-key': key, ...from('10.8.0.1') });
  if (stream.statusCode === 200) return stream;
  expect(stream.resume().statusCode).toBe(429);
  return null;
}

async function openMany(key: string, count: number): Promise<IncomingMessage[]> {
  return (await times(count, () => open(key))).filter((stream) => stream !== null);
}

/** A place that was given back is free as soon as Redis has been told, and that of a process that died some seconds later. */
async function openWhenFree(key: string, count: number): Promise<IncomingMessage[]> {
  const streams: IncomingMessage[] = [];
  await until('places are free', async () => {
    const stream = await open(key);
    if (stream) streams.push(stream);
    return streams.length === count;
  });
  return streams;
}

test('a client has as many event streams as of one process, also when a process dies', async () => {
  const { key } = await stage.createKey();
  const streams = await openMany(key, 2 * MAX_STREAMS);
  expect(streams).toHaveLength(MAX_STREAMS);
  expect(await open((await stage.createKey()).key)).not.toBeNull();
  streams.shift()?.destroy();
  streams.push(...(await openWhenFree(key, 1)));
  expect(await open(key)).toBeNull();

  const [victim] = services;
  if (!victim) throw new Error('There is no process.');
  const cut = streams.filter((stream) => ownerOf(services, stream) === victim);
  const others = streams.filter((stream) => !cut.includes(stream));
  expect(Math.min(cut.length, others.length)).toBeGreaterThan(0);
  await victim.kill();
  await until('they are cut off', () => cut.every(({ closed }) => closed));
  expect(others.map(({ closed }) => closed)).toEqual(others.map(() => false));
  services[0] = await startOne({ API_REUSE_PORT: 'on', API_PORT: `${victim.port}` });
  const again = await openWhenFree(key, cut.length);
  expect(await openMany(key, MAX_STREAMS)).toEqual([]);
  for (const stream of [...others, ...again]) stream.destroy();
});

test('streams are counted again after Redis has forgotten everything', async () => {
  const { key } = await stage.createKey();
  const streams = await openMany(key, MAX_STREAMS);
  expect(streams).toHaveLength(MAX_STREAMS);
  await redis.kill();
  await redis.start();
  await until('one more is refused', async () => {
    const stream = await open(key);
    stream?.destroy();
    return stream === null;
  });
  streams.shift()?.destroy();
  expect(await openWhenFree(key, 1)).toHaveLength(1);
  for (const stream of streams) stream.destroy();
});

test('what was asked adds up, in metrics and in the usage of a key', async () => {
  const { id, key } = await stage.createKey();
  const paths = [CHECK, LIST, '/registry/v2/check/all'];
  const before = sum(await countRequests());
  const answered = new Map<string, number>();
  for (let i = 0; i < REQUESTS; i += 30) {
    const answers = await times(30, (j) => askAnew(url + paths[j % 3], { 'x-api-key': key }));
    for (const [j, { status }] of answers.entries()) {
      const row = `${j % 3 === 1 ? 'v2List' : 'v2CheckAll'} ${status}`;
      answered.set(row, (answered.get(row) ?? 0) + 1);
    }
  }
  // A busy machine refuses lists before they are counted for a key.
  answered.delete('v2List 503');
  expect(sum(await countRequests())).toBe(before + REQUESTS);
  expect(await Promise.all(services.map((service) => service.stop()))).toEqual(services.map(() => 0));
  const { rows } = await stage.database.query<{ row: string; requests: bigint }>(
    `select operation || ' ' || status as row, sum(requests) as requests from usage where key_id = $1 group by 1`,
    [id],
  );
  expect(new Map(rows.map(({ row, requests }) => [row, Number(requests)]))).toEqual(answered);
  expect(answered.get('v2CheckAll 200')).toBe(REQUESTS / 3);
});
