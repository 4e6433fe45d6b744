/** Over two processes and one Redis: never more than 25 in any 10 seconds, and nobody is refused below that. */
import { globSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiProcess, startApiProcess } from '@mandate/testing/api-process';
import { createTestDatabase, createTestLedger, type TestDatabase } from '@mandate/testing/database';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anonymous, createAnonymous } from './testing/anonymous.ts';
import { judge } from './testing/judge.ts';
import { type Monitor, startMonitor } from './testing/monitor.ts';
import { type RedisProcess, startRedis } from './testing/redis-process.ts';
import { createSchedule } from './testing/schedules.ts';

const SCHEDULES = size(40, 10_000);
const AT_ONCE = size(150, 400);
/** Rounds in which the machine had no time for Redis are repeated. Only a Redis that is never used repeats this many. */
const MAX_REPEATED = 20;
const HOUR_MS = 3_600_000;
const SETTLE_MS = 200;

let db: TestDatabase;
let redis: RedisProcess;
let monitor: Monitor;
let anonymous: Anonymous;
const started: ApiProcess[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  const ledger = createTestLedger(db.database);
  await ledger.write(await ledger.openChain(), 1);
  redis = await startRedis();
  monitor = await startMonitor(redis.port);
  anonymous = createAnonymous();
});
afterAll(async () => {
  anonymous?.close();
  monitor?.close();
  await Promise.all(started.map((service) => service.kill()));
  await redis?.kill();
  await db?.drop();
});

async function start(environment: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
  const service = await startApiProcess(db.url, {
    RATE_LIMIT: 'on',
    REDIS_URL: redis.url,
    TRUSTED_HOPS: '1',
    ...environment,
  });
  started.push(service);
  return service;
}

/** A process whose clock is an hour ahead, all along. */
function startAhead(): Promise<ApiProcess> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (!library)
    throw new Error('libfaketime is missing, which sets the clock of a process: apt-get install faketime');
  return start({ LD_PRELOAD: library, FAKETIME: '+1h', FAKETIME_DONT_FAKE_MONOTONIC: '1' });
}

/** How often the processes had to count alone. */
async function countLosses(services: readonly ApiProcess[]): Promise<number> {
  const counts = services.map(async ({ adminUrl }) => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    return Number(/^mandate_api_limit_redis_lost_total (\d+)$/m.exec(metrics)?.[1]);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function expectRule(services: readonly ApiProcess[], firstClient: number, seed: number): Promise<void> {
  const [first, ...others] = services.map(({ url }) => url);
  if (!first) throw new Error('There is no service to ask.');
  const to = { urls: [first, ...others] as const, anonymous };
  let next = firstClient;
  let [requests, refused, repeated] = [0, 0, 0];
  for (let left = SCHEDULES; left > 0; ) {
    const lossesBefore = await countLosses(services);
    const schedules = Array.from({ length: Math.min(AT_ONCE, left) }, () => createSchedule(seed, next++, to));
    const answers = await Promise.all(schedules.map(async (each) => [each, await each.run()] as const));
    // Redis reports what it saw over a separate connection.
    await delay(SETTLE_MS);
    if ((await countLosses(services)) > lossesBefore) {
      // Then the limit is a process's own, which is another rule.
      expect(++repeated).toBeLessThanOrEqual(MAX_REPEATED);
      continue;
    }
    const wrong = answers.flatMap(([{ kind, client }, asked]) =>
      judge(kind, asked, monitor.admitted.get(client) ?? []).map((what) => `${client} (${kind}): ${what}`),
    );
    expect(wrong.slice(0, 20), `${wrong.length} in all`).toEqual([]);
    const all = answers.flatMap(([, asked]) => asked);
    requests += all.length;
    refused += all.filter(({ status }) => status === 429).length;
    left -= schedules.length;
  }
  const told = `${SCHEDULES} schedules, ${requests} requests, ${refused} refused, ${repeated} rounds repeated`;
  process.stdout.write(`window: ${told}\n`);
  // It was tried: a limit that never bites would pass all of this.
  expect(refused).toBeGreaterThan(SCHEDULES);
}

test.concurrent('25 in any 10 seconds, over two processes', { timeout: TIMEOUT_MS }, async () => {
  const services = await Promise.all([start(), start()]);
  await expectRule(services, 1, readSeed('window'));
});

test.concurrent('also when the clocks of the processes are an hour apart', {
  timeout: TIMEOUT_MS,
}, async () => {
  const services = await Promise.all([start(), startAhead()]);
  const [here = 0, ahead = 0] = await Promise.all(
    services.map(async ({ url }) => Date.parse((await anonymous.ask(url, '/health')).headers['date'] ?? '')),
  );
  expect(Math.abs(ahead - here - HOUR_MS)).toBeLessThan(5_000);
  await expectRule(services, 1_000_000, readSeed('window, clocks apart'));
});
