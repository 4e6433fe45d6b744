/** Redis goes, hangs and comes back under load: no request fails or waits for it. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  createTestDatabase,
  createTestLedger,
  type TestDatabase,
  wallets,
} from '@mandate/testing/ledger/database';
import { type Anonymous, type AnonymousAnswer, createAnonymous } from '@mandate/testing/service/anonymous';
import { size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiHere, startApiHere } from '../../testing/api-here.ts';
import { type Monitor, startMonitor } from './testing/monitor.ts';
import { type RedisProcess, startRedis } from './testing/redis-process.ts';

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
/** Few enough that requests wait for nothing but the service, also on a machine that is busy. */
const EVERY_MS = size(10, 2);
const CLIENTS = 400;
/** How long each state lasts. */
const WHILE_MS = size(1_500, 15_000);
const LONGEST_MS = 10_000;
const BACK_WITHIN_MS = 50_000;

let db: TestDatabase;
let redis: RedisProcess;
let service: ApiHere;
let anonymous: Anonymous;

beforeAll(async () => {
  db = await createTestDatabase();
  const ledger = createTestLedger(db.database);
  await ledger.write(await ledger.openChain(), 1);
  redis = await startRedis();
  service = await start();
  anonymous = createAnonymous(512);
});
afterAll(async () => {
  anonymous?.close();
  await service?.kill();
  await redis?.kill();
  await db?.drop();
});

const start = () =>
  startApiHere(db.url, { RATE_LIMIT: 'on', REDIS_URL: redis.url, TRUSTED_HOPS: '1', LOG_LEVEL: 'silent' });

async function isShared(): Promise<boolean> {
  const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return metrics.includes('mandate_api_limit_shared 1\n');
}

/** Asks at a fixed rate, as many clients, until it is over. */
function beginLoad(): { end(): Promise<AnonymousAnswer[]> } {
  const asking: Promise<AnonymousAnswer>[] = [];
  const began = performance.now();
  // Timers are late now and then: what they missed is made up for.
  const timer = setInterval(() => {
    while (asking.length * EVERY_MS < performance.now() - began) {
      const i = asking.length % CLIENTS;
      asking.push(anonymous.ask(service.url, CHECK, { 'x-forwarded-for': `10.9.${i >> 8}.${i & 255}` }));
    }
  }, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      return Promise.all(asking);
    },
  };
}

/** Waits until the service counts without Redis. */
async function waitUntilApart(): Promise<void> {
  for (const deadline = performance.now() + BACK_WITHIN_MS; await isShared(); await delay(20)) {
    if (performance.now() > deadline) expect.fail('The service does not notice that Redis is gone.');
  }
}

/** How long it takes until Redis itself sees that a client is admitted. */
async function waitForCount(monitor: Monitor): Promise<number> {
  const began = performance.now();
  while (monitor.admitted.size === 0 || !(await isShared())) {
    if (performance.now() - began > 2 * BACK_WITHIN_MS) expect.fail('Redis does not count again.');
    await delay(20);
  }
  return performance.now() - began;
}

function expectServed(asked: readonly AnonymousAnswer[], what: string, backMs: number): void {
  const slowest = Math.max(...asked.map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs));
  const statuses = Object.entries(Object.groupBy(asked, ({ status }) => status));
  const counts = statuses.map(([status, all = []]) => `${all.length} × ${status}`).join(', ');
  const told = `${counts}, slowest ${Math.round(slowest)} ms, counting again after ${Math.round(backMs)} ms`;
  process.stdout.write(`Redis ${what}: ${told}\n`);
  expect(asked.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  expect(asked.filter(({ headers }) => !headers['ratelimit'])).toEqual([]);
  expect(slowest).toBeLessThan(LONGEST_MS);
  expect(backMs).toBeLessThan(BACK_WITHIN_MS);
}

describe(`at ${1_000 / EVERY_MS} requests a second`, { timeout: TIMEOUT_MS }, () => {
  test('Redis is killed, and comes back', async () => {
    expect(await isShared()).toBe(true);
    const load = beginLoad();
    await delay(WHILE_MS);
    await redis.kill();
    await delay(WHILE_MS);
    await waitUntilApart();
    await redis.start();
    const monitor = await startMonitor(redis.port);
    const backMs = await waitForCount(monitor);
    const asked = await load.end();
    monitor.close();
    expectServed(asked, 'killed', backMs);
  });

  test('Redis hangs, and goes on', async () => {
    expect(await isShared()).toBe(true);
    const load = beginLoad();
    await delay(WHILE_MS);
    redis.pause();
    await delay(WHILE_MS);
    await waitUntilApart();
    redis.resume();
    const monitor = await startMonitor(redis.port);
    const backMs = await waitForCount(monitor);
    const asked = await load.end();
    monitor.close();
    expectServed(asked, 'hung', backMs);
  });

  test('a service that starts without Redis finds it later', async () => {
    await redis.kill();
    const late = await start();
    try {
      const { status } = await anonymous.ask(late.url, CHECK, { 'x-forwarded-for': '10.10.0.1' });
      expect(status).toBe(200);
      await redis.start();
      const monitor = await startMonitor(redis.port);
      for (
        const deadline = performance.now() + BACK_WITHIN_MS;
        performance.now() < deadline;
        await delay(50)
      ) {
        await anonymous.ask(late.url, CHECK, { 'x-forwarded-for': '10.10.0.2' });
        if (monitor.admitted.has('10.10.0.2')) break;
      }
      expect(monitor.admitted.has('10.10.0.2')).toBe(true);
      monitor.close();
      expect(await late.stop()).toBe(0);
    } finally {
      await late.kill();
    }
  });
});
