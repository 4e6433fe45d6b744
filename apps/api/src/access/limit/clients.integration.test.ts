/** Asks over a real socket who is one client, which requests count, and what the answers say. */
import { createKeyStore } from '@mandate/store';
import { createTestDatabase, type TestDatabase, wallets } from '@mandate/testing/ledger/database';
import { type Anonymous, type AnonymousAnswer, createAnonymous } from '@mandate/testing/service/anonymous';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';
import { issueKey } from '../keys/issue-key.ts';
import { PEPPER } from '../keys/testing/key-stage.ts';
import type { LimitConfig } from './ceilings.ts';
import { type RedisProcess, startRedis } from './testing/redis-process.ts';

const V1 = '/registry/v1/check/all';
const V2 = '/registry/v2/check/all';
const VALID = `${V2}?from=${wallets.vault}&to=${wallets.hot}`;
/** The first request of the window is a second old at most. */
const left = (remaining: number) => new RegExp(`^"anon";r=${remaining};t=(?:9|10)$`);
const NOT_COUNTED = ['/health', '/status', '/networks', '/docs', '/openapi.json', '/errors'];

let db: TestDatabase;
let redis: RedisProcess;
let anonymous: Anonymous;
let api: Api;
let url: string;

beforeAll(async () => {
  db = await createTestDatabase();
  redis = await startRedis();
  anonymous = createAnonymous();
});
afterEach(() => api.close());
afterAll(async () => {
  anonymous?.close();
  await redis?.kill();
  await db?.drop();
});

async function start(limit: Partial<LimitConfig> | null): Promise<void> {
  api = await createApi({
    databaseUrl: db.url,
    chains: CONFIGURED,
    limit: limit && { redisUrl: redis.url, trustedHops: 0, ...limit },
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
}

const ask = (path: string, headers: Record<string, string> = {}) => anonymous.ask(url, path, headers);
const from = (address: string) => ({ 'x-forwarded-for': address });

async function askAll(
  count: number,
  one: (i: number) => Promise<AnonymousAnswer>,
): Promise<{ admitted: number; refused: number }> {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => one(i)));
  const refused = answers.filter(({ status }) => status === 429).length;
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  return { admitted: count - refused, refused };
}

test('a thousand addresses of one /64 share 25; the next /64 has its own', async () => {
  await start({ trustedHops: 1 });
  const all = await askAll(1_000, (i) => ask(V2, from(`2001:db8:1:1::${(i + 1).toString(16)}`)));
  expect(all).toEqual({ admitted: 25, refused: 975 });
  expect((await ask(V2, from('2001:db8:1:2::1'))).headers['ratelimit']).toMatch(left(24));
});

describe.each([
  ['Redis counts', () => redis.url],
  ['the process counts alone', () => null],
])('%s:', (_, urlOf) => {
  /** Asks 25 times from each /64. */
  const askFrom = (networks: number, addressOf: (network: number) => string) =>
    askAll(25 * networks, (i) => ask(V2, from(addressOf(Math.floor(i / 25)))));

  test('all clients of a /56 share 100, and all of a /48 share 400', async () => {
    await start({ trustedHops: 1, redisUrl: urlOf() });
    expect(await askFrom(5, (i) => `2001:db8:2:10${i}::1`)).toEqual({ admitted: 100, refused: 25 });
    // A request that the /56 refused is not counted for its /48, which has 300 left.
    expect(await askFrom(13, (i) => `2001:db8:2:${i + 2}00::1`)).toEqual({ admitted: 300, refused: 25 });
    const { status, headers, body } = await ask(V2, from('2001:db8:2:ff00::1'));
    expect([status, headers['ratelimit-policy']]).toEqual([429, '"anon";q=25;w=10, "network-48";q=400;w=10']);
    expect(headers['ratelimit']).toMatch(/^"anon";r=25;t=10, "network-48";r=0;t=\d+$/);
    expect(JSON.parse(body).detail).toMatch(
      /^The limit is 400 requests in 10 seconds for all requests without a key from one IPv6 \/48\. Try again in \d+ s\.$/,
    );
    // The next network has its own, and its answers name the anonymous limit only.
    const other = await ask(V2, from('2001:db8:3:100::1'));
    expect([other.status, other.headers['ratelimit-policy']]).toEqual([400, '"anon";q=25;w=10']);
  });
});

test('::ffff:1.2.3.4 and 1.2.3.4 are one client, and so are v1 and v2', async () => {
  await start({ trustedHops: 1 });
  const forms = ['1.2.3.4', '::ffff:1.2.3.4', '::ffff:102:304', '1.2.3.4:5678'];
  const all = await askAll(100, (i) => ask(i % 3 === 0 ? V1 : V2, from(forms[i % 4] ?? '')));
  expect(all).toEqual({ admitted: 25, refused: 75 });
});

test('a thousand forged X-Forwarded-For pass 25 times where no proxy is trusted', async () => {
  await start({ trustedHops: 0 });
  const all = await askAll(1_000, (i) => ask(V2, from(`10.1.${i >> 8}.${i & 255}`)));
  expect(all).toEqual({ admitted: 25, refused: 975 });
});

test('what is no address is no client of its own', async () => {
  await start({ trustedHops: 1 });
  // All of it is counted for the nearest address, that of this test, which has used up what it may.
  await askAll(30, () => ask(V2));
  const all = await askAll(50, (i) => ask(V2, from(`10.2.0.${i}, unknown-${i}`)));
  expect(all).toEqual({ admitted: 0, refused: 50 });
});

test('a client of v1 is limited, whatever it sends as a key', async () => {
  await start({ trustedHops: 1 });
  const headers = { ...from('10.3.0.1'), 'x-api-key': 'mdt_live_anything' };
  expect(await askAll(40, () => ask(V1, headers))).toEqual({ admitted: 25, refused: 15 });
});

test('a valid key of v2 is not limited, not counted, and told of no limit', async () => {
  await start({ trustedHops: 1 });
  const { key, ...kept } = issueKey([PEPPER]);
  await createKeyStore(db.database).create({ ...kept, name: 'a key', owner: null, expiresAt: null });
  const keyed = { ...from('10.4.0.1'), 'x-api-key': key };
  expect(await askAll(60, () => ask(V2, keyed))).toEqual({ admitted: 60, refused: 0 });
  const { headers } = await ask(V2, keyed);
  expect([headers['ratelimit'], headers['ratelimit-policy']]).toEqual([undefined, undefined]);
  expect((await ask(V2, from('10.4.0.1'))).headers['ratelimit']).toMatch(left(24));
});

test('only the operations count; each of their answers says what is left', async () => {
  await start({ trustedHops: 1 });
  const client = from('10.5.0.1');
  for (const path of [...NOT_COUNTED, '/nowhere', '/registry/v2', '/registry/v3/check/all']) {
    const { headers } = await ask(path, client);
    expect([headers['ratelimit'], headers['ratelimit-policy']], path).toEqual([undefined, undefined]);
  }
  const answered: string[] = [];
  for (const path of [V2, VALID, '/registry/v1/me', `/registry/v2/${wallets.hot}`]) {
    const { status, headers } = await ask(path, client);
    expect(headers['ratelimit-policy']).toBe('"anon";q=25;w=10');
    answered.push(`${status} ${headers['ratelimit']?.replace(/;t=(?:9|10)$/, '')}`);
  }
  // Nothing of the chain was read, so a correct question is answered with 503, and counts.
  expect(answered).toEqual([400, 503, 400, 503].map((status, i) => `${status} "anon";r=${24 - i}`));
  const head = await fetch(url + V2, { method: 'HEAD', headers: client });
  expect(head.headers.get('ratelimit')).toMatch(left(20));
  const others = [
    await fetch(url + V2, { method: 'OPTIONS', headers: { ...client, origin: 'https://a.example' } }),
    await fetch(url + V2, { method: 'POST', headers: client }),
  ];
  expect(others.map(({ status, headers }) => [status, headers.get('ratelimit')])).toEqual([
    [204, null],
    [405, null],
  ]);
  expect((await ask(V2, client)).headers['ratelimit']).toMatch(left(19));
});

test('the state of the service has a limit of its own, which answers name only if they are refused', async () => {
  await start({ trustedHops: 1 });
  const paths = ['/status', '/status/history', '/networks', '/audit', '/audit/key'];
  const askFrom = (address: string) => askAll(110, (i) => ask(paths[i % 5] ?? '', from(address)));
  expect(await askFrom('10.7.0.1')).toEqual({ admitted: 100, refused: 10 });
  const { status, headers, body } = await ask('/networks', from('10.7.0.1'));
  expect([status, headers['ratelimit-policy']]).toEqual([429, '"service";q=100;w=10']);
  expect(JSON.parse(body).detail).toMatch(
    /^The limit is 100 requests in 10 seconds to \/status, \/networks and \/audit\. Try again in \d+ s\.$/,
  );
  // It is not what a client without a key has, and checks of life have none.
  expect((await ask(V2, from('10.7.0.1'))).headers['ratelimit']).toMatch(left(24));
  expect((await ask('/health', from('10.7.0.1'))).status).toBe(200);
  const ofNetwork = await Promise.all([1, 2, 3, 4, 5].map((i) => askFrom(`2001:db8:7:10${i}::1`)));
  expect(ofNetwork.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(400);
  const refused = await ask('/networks', from('2001:db8:7:1ff::1'));
  expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"service-56";q=400;w=10']);
  expect(JSON.parse(refused.body).detail).toContain('to /status, /networks and /audit from one IPv6 /56.');
});

test('a refusal says when to come back, and a page may read it', async () => {
  await start({ trustedHops: 1 });
  const headers = { ...from('10.6.0.1'), origin: 'https://a.example' };
  await askAll(25, () => ask(V2, headers));
  const refusal = await fetch(url + V2, { headers });
  expect(refusal.status).toBe(429);
  expect(Object.fromEntries(refusal.headers)).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': expect.stringMatching(/^(?:9|10)$/),
    'ratelimit-policy': '"anon";q=25;w=10',
    ratelimit: expect.stringMatching(left(0)),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringMatching(/RateLimit-Policy, RateLimit,.*Retry-After/),
  });
  expect(await refusal.json()).toMatchObject({
    code: 'rate_limited',
    status: 429,
    detail: expect.stringMatching(/^The limit is 25 requests in 10 seconds\. Try again in (?:9|10) s\.$/),
  });
  const metrics = await api.admin.metrics();
  expect(metrics).toContain('mandate_api_limit_refused_total 1\n');
  expect(metrics).toContain('mandate_api_limit_shared 1\n');
});

test('without Redis each process counts alone', async () => {
  await start({ redisUrl: null });
  expect(await askAll(40, () => ask(V2))).toEqual({ admitted: 25, refused: 15 });
  expect(await api.admin.metrics()).toContain('mandate_api_limit_shared 0\n');
});

test('without a limit nobody is told of one', async () => {
  await start(null);
  const { status, headers } = await ask(V2);
  expect([status, headers['ratelimit'], headers['ratelimit-policy']]).toEqual([400, undefined, undefined]);
});
