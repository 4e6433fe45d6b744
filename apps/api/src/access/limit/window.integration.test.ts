/**
 * Over two processes and one Redis: never more than 25 in any 10 seconds, and nobody is refused below that. One of them is
 * this process; the clock of the other is an hour ahead.
 */
import { globSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, createTestLedger, type TestDatabase } from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { type Anonymous, createAnonymous } from '@mandate/testing/service/anonymous';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';
import { NO_CEILINGS } from './ceilings.ts';
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
let here: Api;
let ahead: ApiProcess;
let urls: readonly [string, string];

beforeAll(async () => {
  db = await createTestDatabase();
  const ledger = createTestLedger(db.database);
  await ledger.write(await ledger.openChain(), 1);
  redis = await startRedis();
  monitor = await startMonitor(redis.port);
  anonymous = createAnonymous();
  ahead = await startAhead();
  here = await createApi({
    ...{ databaseUrl: db.url, chains: CONFIGURED, log: pino({ level: 'silent' }) },
    limit: { redisUrl: redis.url, trustedHops: 1, ceilings: NO_CEILINGS },
  });
  urls = [await here.app.listen({ host: '127.0.0.1', port: 0 }), ahead.url];
});
afterAll(async () => {
  anonymous?.close();
  monitor?.close();
  await Promise.all([here?.close(), ahead?.kill()]);
  await redis?.kill();
  await db?.drop();
});

function startAhead(): Promise<ApiProcess> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (!library)
    throw new Error('libfaketime is missing, which sets the clock of a process: apt-get install faketime');
  return startApiProcess(db.url, {
    ...{ RATE_LIMIT: 'on', REDIS_URL: redis.url, TRUSTED_HOPS: '1' },
    ...{ LD_PRELOAD: library, FAKETIME: '+1h', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  });
}

/** How often the processes had to count alone. */
async function countLosses(): Promise<number> {
  const metrics = [await here.admin.metrics(), await (await fetch(`${ahead.adminUrl}/metrics`)).text()];
  const counts = metrics.map((text) => Number(/^mandate_api_limit_redis_lost_total (\d+)$/m.exec(text)?.[1]));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('25 in any 10 seconds, over two processes whose clocks are an hour apart', {
  timeout: TIMEOUT_MS,
}, async () => {
  const clocks = urls.map(async (url) =>
    Date.parse((await anonymous.ask(url, '/health')).headers['date'] ?? ''),
  );
  const [now = 0, later = 0] = await Promise.all(clocks);
  expect(Math.abs(later - now - HOUR_MS)).toBeLessThan(HOUR_MS / 2);

  const seed = readSeed('window');
  let [next, requests, refused, repeated] = [1, 0, 0, 0];
  for (let left = SCHEDULES; left > 0; ) {
    const lossesBefore = await countLosses();
    const count = Math.min(AT_ONCE, left);
    const schedules = Array.from({ length: count }, () => createSchedule(seed, next++, { urls, anonymous }));
    const answers = await Promise.all(schedules.map(async (each) => [each, await each.run()] as const));
    // Redis reports what it saw over a separate connection.
    await delay(SETTLE_MS);
    if ((await countLosses()) > lossesBefore) {
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
});
