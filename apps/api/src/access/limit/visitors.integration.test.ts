/** Limits of publishable keys, with Redis and without: the share of a visitor, the total, and a flood with a copied key. */
import { setTimeout as delay } from 'node:timers/promises';
import { readChains } from '@mandate/config';
import { parseAddress } from '@mandate/core';
import { type Anonymous, type AnonymousAnswer, createAnonymous } from '@mandate/testing/service/anonymous';
import { CHAINS } from '@mandate/testing/service/ledger-api';
import { size, TIMEOUT_MS } from '@mandate/testing/size';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';
import { CHECK, type KeyStage, PEPPER, startKeyStage } from '../keys/testing/key-stage.ts';
import { type Ceilings, NO_CEILINGS } from './ceilings.ts';
import { type RedisProcess, startRedis } from './testing/redis-process.ts';

const ORIGIN = 'https://app.example.com';
const OWNER = parseAddress(`0x${'0e'.repeat(20)}`);
const ANON = '"anon";q=25;w=10';
/** Addresses that the forging script has, and how long its flood goes on after the total is used up. */
const ADDRESSES = size(150, 2_000);
const TOTAL = size(200, 2_000);
const FLOOD_MS = size(500, 20_000);

let stage: KeyStage;
let redis: RedisProcess;
let anonymous: Anonymous;
let api: Api;
let url: string;
beforeAll(async () => {
  [stage, redis] = await Promise.all([startKeyStage(), startRedis()]);
  anonymous = createAnonymous();
});
afterEach(() => api?.close());
afterAll(async () => {
  anonymous?.close();
  await redis?.kill();
  await stage?.close();
});

async function start(redisUrl: string | null, ceilings: Ceilings = NO_CEILINGS): Promise<void> {
  api = await createApi({
    databaseUrl: stage.databaseUrl,
    chains: readChains({ CHAINS }),
    limit: { redisUrl, trustedHops: 1, ceilings },
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
}

const createPageKey = async (rules: { ceiling?: number; visitorCeiling?: number } = {}) =>
  (await stage.createKey({ kind: 'publishable', origins: [ORIGIN], owner: OWNER, ...rules })).key;

/** Asks from an address, as a page that the key is for. */
const visit = (key: string, address: string, path = CHECK) =>
  anonymous.ask(url, path, { 'x-api-key': key, origin: ORIGIN, 'x-forwarded-for': address });
const visitOften = (key: string, address: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => visit(key, address)));

/** Counts answers by status and by the policy that decided. */
function count(answers: readonly AnonymousAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, headers } of answers) {
    const [policy = 'none'] = /(?<=")\w+(?=")/.exec(headers['ratelimit-policy'] ?? '') ?? [];
    const name = `${status} ${policy}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe.each([
  ['Redis counts', () => redis.url],
  ['the process counts alone', () => null],
])('%s:', (_, urlOf) => {
  test('each visitor has its share, by IPv4 address or /64', async () => {
    await start(urlOf());
    const key = await createPageKey({ visitorCeiling: 30 });
    const first = await Promise.all(
      Array.from({ length: 40 }, (_, i) => visit(key, `2001:db8:0:1::${(i + 1).toString(16)}`)),
    );
    expect(count(first)).toEqual({ '200 visitor': 30, '429 visitor': 10 });
    const refused = first.find(({ status }) => status === 429);
    expect(JSON.parse(refused?.body ?? '{}').detail).toMatch(
      /^The limit is 30 requests in 10 seconds for each visitor of this key\. Try again in \d+ s\.$/,
    );
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(count(await visitOften(key, '2001:db8:0:2::1', 3))).toEqual({ '200 visitor': 3 });
    expect(count(await visitOften(key, '192.0.2.1', 3))).toEqual({ '200 visitor': 3 });
  });

  test('when the total is used up, a visitor has the limit without a key, and shares it with requests without one', async () => {
    await start(urlOf());
    const key = await createPageKey({ ceiling: 60, visitorCeiling: 50 });
    expect(count(await visitOften(key, '192.0.2.1', 50))).toEqual({ '200 visitor': 50 });
    expect(count(await visitOften(key, '192.0.2.2', 45))).toEqual({
      '200 visitor': 10,
      '200 anon': 25,
      '429 anon': 10,
    });
    const refused = await visit(key, '192.0.2.2');
    expect(refused.headers['ratelimit-policy']).toBe(ANON);
    expect(JSON.parse(refused.body).detail).toContain('The total of this publishable key is used up');
    const without = { 'x-forwarded-for': '192.0.2.2' };
    expect((await anonymous.ask(url, CHECK, without)).status).toBe(429);
    expect(await api.admin.metrics()).toContain('mandate_api_limit_fallback_total 36\n');
    // The first visitor has used up its own share, which is more than it would have without a key.
    expect(count(await visitOften(key, '192.0.2.1', 2))).toEqual({ '429 visitor': 2 });
    expect((await visit(key, '192.0.2.1')).body).toContain('50 requests in 10 seconds for each visitor');
  });

  test('the ceilings of the operator bound the total', async () => {
    await start(urlOf(), { key: 40, owner: 30 });
    const [owned, other] = [await createPageKey(), await createPageKey()];
    const operators = await stage.createKey({ kind: 'publishable', origins: [ORIGIN] });
    for (const [key, total] of [
      [owned, 30],
      [other, 30],
      [operators.key, 40],
    ] as const) {
      const answer = await visit(key, '192.0.2.3');
      expect(answer.headers['ratelimit-policy']).toBe(`"visitor";q=200;w=10, "key";q=${total};w=10`);
    }
  });

  test('a secret key has its own ceiling, below that of the operator', async () => {
    await start(urlOf(), { key: 40, owner: null });
    for (const [ceiling, expected] of [
      [30, 30],
      [500, 40],
      [null, 40],
    ] as const) {
      const { key } = await stage.createKey({ ceiling });
      const answer = await anonymous.ask(url, CHECK, { 'x-api-key': key });
      expect(answer.headers['ratelimit-policy']).toBe(`"key";q=${expected};w=10`);
    }
  });
});

describe.each([
  ['Redis counts', () => redis.url],
  ['the process counts alone', () => null],
])('a flood by a script that forges the origin, while %s', (_, urlOf) => {
  let flood: AnonymousAnswer[];
  let isFlooding: boolean;
  beforeEach(() => {
    flood = [];
    isFlooding = true;
  });
  afterEach(() => {
    isFlooding = false;
  });

  /** Asks from many addresses at once, each in turn with the others, until it is told to stop. */
  async function floodWith(key: string): Promise<void> {
    let next = 0;
    const script = createAnonymous(16);
    const ask = async () => {
      while (isFlooding) {
        const address = `10.${(next >> 8) & 255}.${next & 255}.9`;
        next = (next + 1) % ADDRESSES;
        flood.push(
          await script.ask(url, CHECK, { 'x-api-key': key, origin: ORIGIN, 'x-forwarded-for': address }),
        );
      }
    };
    await Promise.all(Array.from({ length: 16 }, ask));
    script.close();
  }

  test(
    'leaves visitors at the anonymous limit, and other keys untouched',
    async () => {
      await start(urlOf(), { key: TOTAL, owner: TOTAL });
      const [copied, otherPage] = [await createPageKey(), await createPageKey()];
      const { key: secret } = await stage.createKey({ owner: OWNER });
      const flooding = floodWith(copied);
      const isUsedUp = () => flood.some(({ headers }) => headers['ratelimit-policy'] === ANON);
      await until('the total is used up', isUsedUp);
      const visitors = await Promise.all(
        Array.from({ length: 10 }, (_, i) => visitOften(copied, `203.0.113.${i}`, 30)),
      );
      for (const each of visitors) {
        const { '200 visitor': byKey = 0, '200 anon': byAddress = 0, ...refused } = count(each);
        // A place in the total may become free meanwhile.
        expect(byAddress).toBe(Math.min(25, 30 - byKey));
        expect(refused).toEqual(byKey >= 5 ? {} : { '429 anon': 5 - byKey });
      }
      const ofPage = await Promise.all(
        Array.from({ length: 5 }, (_, i) => visitOften(otherPage, `198.51.100.${i}`, 30)),
      );
      expect(count(ofPage.flat())).toEqual({ '200 visitor': 150 });
      const ofSecret = await Promise.all(
        Array.from({ length: 100 }, () => anonymous.ask(url, CHECK, { 'x-api-key': secret })),
      );
      expect(ofSecret.map(({ status }) => status)).toEqual(new Array(100).fill(200));
      // Its own hundred requests are all that its owner's bucket has.
      const left = ofSecret.map(({ headers }) =>
        Number(/"owner";r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1]),
      );
      expect(Math.min(...left)).toBe(TOTAL - 100);
      await delay(FLOOD_MS);
      isFlooding = false;
      await flooding;
      expectWithinTotal([...flood, ...visitors.flat()]);
    },
    TIMEOUT_MS,
  );

  /** Certain: what was sent after one moment and answered before 10 seconds later was admitted within them. */
  function expectWithinTotal(asked: readonly AnonymousAnswer[]): void {
    const byKey = asked.filter(
      ({ status, headers }) => status === 200 && headers['ratelimit-policy'] !== ANON,
    );
    const bySent = byKey.toSorted((a, b) => a.sentAtMs - b.sentAtMs);
    for (const { sentAtMs } of bySent.filter((_, i) => i % 50 === 0)) {
      const within = byKey.filter((a) => a.sentAtMs >= sentAtMs && a.answeredAtMs < sentAtMs + 10_000);
      expect(within.length).toBeLessThanOrEqual(TOTAL);
    }
    const statuses = new Set(asked.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    process.stdout.write(`flood: ${JSON.stringify(count(asked))}\n`);
  }
});
