/** Ceilings of keys and of their owners, over a real socket, counted by Redis and by the process alone. */
import { readChains } from '@mandate/config';
import { parseAddress } from '@mandate/core';
import { wallets } from '@mandate/testing/ledger/database';
import { CHAINS } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWallet } from '../../account/testing/browser.ts';
import { startStage } from '../../account/testing/stage.ts';
import { type Api, createApi } from '../../app.ts';
import { CHECK, type KeyStage, PEPPER, startKeyStage } from '../keys/testing/key-stage.ts';
import type { Ceilings } from './ceilings.ts';
import { type RedisProcess, startRedis } from './testing/redis-process.ts';

const OWNER = parseAddress(`0x${'0e'.repeat(20)}`);
const CEILINGS: Ceilings = { key: 30, owner: 40 };
const V1 = `/registry/v1/check/all?vault=${wallets.vault}&delegate=${wallets.hot}`;
const QUESTION = { registry: 'v2', kind: 'all', from: wallets.vault, to: wallets.hot };

let stage: KeyStage;
let redis: RedisProcess;
const apis: Api[] = [];
beforeAll(async () => {
  [stage, redis] = await Promise.all([startKeyStage(), startRedis()]);
});
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close();
});
afterAll(async () => {
  await redis?.kill();
  await stage?.close();
});

async function start(redisUrl: string | null, ceilings: Ceilings): Promise<string> {
  const api = await createApi({
    databaseUrl: stage.databaseUrl,
    chains: readChains({ CHAINS }),
    limit: { redisUrl, trustedHops: 0, ceilings },
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
  apis.push(api);
  return api.app.listen({ host: '127.0.0.1', port: 0 });
}

const createKey = async (owner: typeof OWNER | null) => (await stage.createKey({ owner })).key;

async function ask(url: string, key: string, path = CHECK) {
  const response = await fetch(url + path, { headers: { 'x-api-key': key } });
  const { detail } = (response.status === 200 ? {} : await response.json()) as { detail?: string };
  return { status: response.status, detail, ...limitsOf(response) };
}

async function askBatch(url: string, key: string, checks: number) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ checks: new Array(checks).fill(QUESTION) });
  const response = await fetch(`${url}/batch`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return { status: response.status, ...limitsOf(response) };
}

/** Reads how much is left of each policy. */
function limitsOf({ headers }: Response) {
  const said = headers.get('ratelimit') ?? '';
  const left = Object.fromEntries(
    [...said.matchAll(/"(\w+)";r=(\d+);t=\d+/g)].map(([, name, r]) => [name, Number(r)]),
  );
  return { left, policy: headers.get('ratelimit-policy'), retryAfter: headers.get('retry-after') };
}

const askMany = async (url: string, key: string, count: number) => {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(url, key)));
  return answers.filter(({ status }) => status === 200).length;
};

describe.each(['Redis', 'the process'])('counted by %s', (by) => {
  const redisUrl = () => (by === 'Redis' ? redis.url : null);
  let url: string;
  beforeEach(async () => {
    url = await start(redisUrl(), CEILINGS);
  });

  test('a key is answered up to its ceiling, which every answer names, and then refused with a time', async () => {
    const key = await createKey(null);
    expect(await ask(url, key)).toMatchObject({
      ...{ status: 200, policy: '"key";q=30;w=10', left: { key: 29 } },
    });
    expect(await askMany(url, key, 50)).toBe(29);
    const refused = await ask(url, key);
    expect(refused).toMatchObject({ status: 429, left: { key: 0 } });
    expect(refused.detail).toMatch(
      /^The limit is 30 requests in 10 seconds with this key\. Try again in \d+ s\.$/,
    );
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(10);
    // Clients without a key have their own limit, and other keys theirs.
    expect(await ask(url, await createKey(null))).toMatchObject({ status: 200, left: { key: 29 } });
    expect((await fetch(url + CHECK)).headers.get('ratelimit-policy')).toBe('"anon";q=25;w=10');
  });

  test('the keys of one wallet share its ceiling, and a refused request of one costs the others nothing', async () => {
    const owner = parseAddress(createWallet().address);
    const [first, second] = [await createKey(owner), await createKey(owner)];
    const policy = '"key";q=30;w=10, "owner";q=40;w=10';
    expect(await ask(url, first)).toMatchObject({ status: 200, policy, left: { key: 29, owner: 39 } });
    expect(await askMany(url, first, 60)).toBe(29);
    expect(await ask(url, second)).toMatchObject({ status: 200, left: { key: 29, owner: 9 } });
    expect(await askMany(url, second, 60)).toBe(9);
    const refused = await ask(url, second);
    // Nothing that its owner was refused for counts for the key.
    expect(refused).toMatchObject({ status: 429, policy, left: { key: 20, owner: 0 } });
    expect(refused.detail).toContain('The limit is 40 requests in 10 seconds with all keys of its owner.');
  });

  test('a batch costs what it costs without a key', async () => {
    const key = await createKey(null);
    expect(await askBatch(url, key, 400)).toMatchObject({ status: 200, left: { key: 20 } });
    expect(await askBatch(url, key, 1_000)).toMatchObject({ status: 429 });
    expect(await ask(url, key)).toMatchObject({ status: 200, left: { key: 18 } });
  });

  test('v1 knows no keys, and no ceilings', async () => {
    const key = await createKey(null);
    expect((await ask(url, key, V1)).policy).toBe('"anon";q=25;w=10');
  });
});

test('two processes count a key together', async () => {
  const key = await createKey(null);
  const urls = [await start(redis.url, CEILINGS), await start(redis.url, CEILINGS)];
  const admitted = await Promise.all(urls.map((url) => askMany(url, key, 40)));
  expect(admitted.reduce((sum, count) => sum + count, 0)).toBe(30);
});

test('each of the two ceilings works without the other', async () => {
  const url = await start(null, { key: null, owner: 40 });
  expect(await ask(url, await createKey(OWNER))).toMatchObject({ policy: '"owner";q=40;w=10' });
  // A key of the operator has no owner.
  expect(await ask(url, await createKey(null))).toMatchObject({ status: 200, policy: null });
});

test('the developer page gets the ceilings, if there are any', async () => {
  const limit = { redisUrl: null, trustedHops: 0, ceilings: CEILINGS };
  for (const [given, expected] of [
    [limit, { keys: [], ceilings: { key: 30, owner: 40, seconds: 10 } }],
    [null, { keys: [] }],
  ] as const) {
    const developer = await startStage({ limit: given });
    const browser = developer.createBrowser();
    await browser.signIn(createWallet());
    const { keys, ceilings: shown } = (await browser.get('/keys')).body;
    expect({ keys, ...(shown && { ceilings: shown }) }).toEqual(expected);
    await developer.close();
  }
});
