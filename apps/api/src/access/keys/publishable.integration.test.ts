/** A publishable key over a real socket: the operations that it opens, those that it does not, and what its owner sees. */
import { readChains } from '@mandate/config';
import type { KeyRecord } from '@mandate/store';
import { wallets } from '@mandate/testing/ledger/database';
import { CHAINS } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';
import { OPERATIONS } from '../../operations/index.ts';
import { CHECK, type KeyStage, PEPPER, startKeyStage } from './testing/key-stage.ts';

const ORIGIN = 'https://app.example.com';
const PUBLIC_URL = 'https://mandate.example';
const FLUSH_TIMEOUT_MS = 15_000;

let stage: KeyStage;
let api: Api;
let url: string;
let key: string;
let id: number;
beforeAll(async () => {
  stage = await startKeyStage();
  ({ id, key } = await stage.createKey({ kind: 'publishable', origins: [ORIGIN, 'https://*.example.net'] }));
  api = await createApi({
    databaseUrl: stage.databaseUrl,
    chains: readChains({ CHAINS }),
    publicUrl: PUBLIC_URL,
    limit: { redisUrl: null, trustedHops: 0 },
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.close();
  await stage?.close();
});

interface Sent {
  readonly method?: string;
  readonly origin?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function ask(path: string, { method = 'GET', origin = ORIGIN, headers = {}, body }: Sent = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': key, ...(origin === null ? {} : { origin }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const { code, detail } = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: response.status, text, code, detail, headers: response.headers };
}

describe('opens', () => {
  test.each(['GET', 'HEAD'])('%s', async (method) => {
    const answer = await ask(CHECK, { method });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-policy')).toBe('"visitor";q=200;w=10, "key";q=2000;w=10');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('the feed, as pages and as a stream', async () => {
    expect((await ask('/changes?cursor=start')).status).toBe(200);
    const response = await fetch(`${url}/changes?cursor=start`, {
      headers: { 'x-api-key': key, origin: ORIGIN, accept: 'text/event-stream' },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await response.body?.cancel();
  });

  test('after the preflight that a browser sends without the key', async () => {
    const response = await fetch(url + CHECK, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('X-API-KEY');
  });
});

describe('does not open', () => {
  const POSTS = OPERATIONS.filter(({ method }) => method === 'POST');

  test.each(POSTS.map(({ id, path }) => [id, path]))('%s', async (_, path) => {
    for (const body of ['{}', JSON.stringify({ checks: [] }), 'no JSON']) {
      const headers = { 'content-type': 'application/json' };
      expect(await ask(path, { method: 'POST', body, headers })).toMatchObject({
        status: 403,
        code: 'key_not_allowed',
        detail: 'A publishable key takes GET and HEAD only, not POST. On a server, use a secret key.',
      });
    }
  });

  test.each([
    ['GET', '/session'],
    ['DELETE', '/sessions'],
    ['GET', '/keys'],
    ['POST', '/keys'],
    ['PATCH', '/keys/1'],
    ['POST', '/keys/1/rotate'],
    ['DELETE', '/keys/1'],
    ['GET', '/usage'],
    ['GET', '/events'],
  ])('%s %s of the account, whatever the origin', async (method, path) => {
    const own = { 'x-mandate-request': '1' };
    const sent =
      method === 'POST' || method === 'PATCH'
        ? { headers: { ...own, 'content-type': 'application/json' }, body: '{"name": "a"}' }
        : { headers: own };
    for (const origin of [ORIGIN, PUBLIC_URL, null]) {
      const answer = await ask(`/developer/api${path}`, { method, origin, ...sent });
      expect([401, 403, 404, 405], answer.text).toContain(answer.status);
    }
    expect(await stage.keys.list()).toHaveLength(1);
  });

  test('a key in a URL', async () => {
    for (const name of ['X-API-KEY', 'apiKey', 'key'])
      expect((await ask(`${CHECK}&${name}=${key}`, { headers: { 'x-api-key': '' } })).status).toBe(401);
  });

  test('anything with one wrong letter', async () => {
    const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    expect((await ask(CHECK, { headers: { 'x-api-key': wrong } })).code).toBe('invalid_api_key');
  });
});

describe('refused', () => {
  test.each([
    [null, 'no Origin header'],
    ['null', 'Origin is null'],
    ['https://evil.example', '"https://evil.example"'],
    ['https://evil\u00ff.example', '"https://evil?.example"'],
  ])('from %s, with the reason', async (origin, reason) => {
    const answer = await ask(CHECK, { origin });
    expect(answer).toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect(answer.detail).toContain(reason);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // The page must be able to read why.
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('ratelimit')).toBeNull();
  });

  test(
    'origins are listed for its owner, and a refused key is not used',
    async () => {
      await until('the refused origins are written', async () => {
        const listed = await stage.keys.listRefusedOrigins([id]);
        return listed.length >= 4;
      });
      const listed = await stage.keys.listRefusedOrigins([id]);
      const origins = listed.map(({ origin }) => origin).toSorted();
      expect(origins).toEqual(['(none)', 'https://evil.example', 'https://evil?.example', 'null']);
      expect(listed.every(({ requests }) => requests === 1)).toBe(true);
      expect(await api.admin.metrics()).toContain('mandate_api_origins_refused_total 4\n');
    },
    FLUSH_TIMEOUT_MS,
  );
});

describe('a secret key', () => {
  const findKey = async (keyId: number) =>
    (await stage.keys.list()).find((each): each is KeyRecord => each.id === keyId);

  test(
    'that comes from a page is answered, and flagged',
    async () => {
      const [server, page, own] = [await stage.createKey(), await stage.createKey(), await stage.createKey()];
      const send = (secret: string, origin: string | null) =>
        ask(CHECK, { origin, headers: { 'x-api-key': secret } });
      expect((await send(server.key, null)).status).toBe(200);
      expect((await send(page.key, 'https://dapp.example')).status).toBe(200);
      expect((await send(own.key, PUBLIC_URL)).status).toBe(200);
      await until('the flag is written', async () => (await findKey(page.id))?.browserSeenAt !== null);
      expect(await findKey(page.id)).toMatchObject({ browserOrigin: 'https://dapp.example' });
      for (const each of [server, own])
        expect(await findKey(each.id)).toMatchObject({ browserSeenAt: null, browserOrigin: null });
    },
    FLUSH_TIMEOUT_MS,
  );
});

describe('a votes key', () => {
  const options = { contract: wallets.other, standard: 'ERC721' };
  const bodyOf = (count: number) => {
    const addresses = Array.from({ length: count }, () => wallets.hot);
    return JSON.stringify({ options, network: '1', snapshot: 'latest', addresses });
  };
  let votes: string;
  beforeAll(async () => {
    ({ key: votes } = await stage.createKey({ kind: 'publishable', operations: ['scoreVotes'] }));
  });

  async function score(inUrl: string, addresses = 1) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/votes/score?key=${inUrl}`, {
      method: 'POST',
      headers,
      body: bodyOf(addresses),
    });
    const { code } = (await response.json()) as { code: string };
    return [response.status, code, response.headers.get('ratelimit-policy')];
  }

  test('counts votes from any server, with a limit of its own', async () => {
    // No node answers here.
    const limits = '"visitor";q=200;w=10, "key";q=2000;w=10';
    expect(await score(votes)).toEqual([503, 'scores_unknown', limits]);
  });

  test('whose total is used up leaves each client the limit without a key, for all units of a body', async () => {
    const { key: small } = await stage.createKey({
      kind: 'publishable',
      operations: ['scoreVotes'],
      ceiling: 25,
    });
    const limits = '"visitor";q=200;w=10, "key";q=25;w=10';
    expect(await score(small, 5_000)).toEqual([503, 'scores_unknown', limits]);
    expect(await score(small, 5_000)).toEqual([503, 'scores_unknown', '"anon";q=25;w=10']);
    expect(await score(small)).toEqual([429, 'rate_limited', '"anon";q=25;w=10']);
  });

  test('opens nothing else, and no other key counts votes in a URL', async () => {
    const headers = { 'x-api-key': votes, 'content-type': 'application/json' };
    expect(await ask(CHECK, { headers, origin: null })).toMatchObject({
      status: 403,
      code: 'key_not_allowed',
    });
    const body = '{"checks": []}';
    expect(await ask('/batch', { method: 'POST', headers, body })).toMatchObject({ code: 'key_not_allowed' });
    expect(await ask(`${CHECK}&key=${votes}`)).toMatchObject({ code: 'invalid_parameters' });
    expect(await score((await stage.createKey()).key)).toEqual([401, 'invalid_api_key', null]);
    expect(await score('mdt_pub_x')).toEqual([401, 'invalid_api_key', null]);
    expect(await score(key)).toEqual([403, 'origin_not_allowed', null]);
    const { key: nothing } = await stage.createKey({ kind: 'publishable' });
    expect(await score(nothing)).toEqual([403, 'key_not_allowed', null]);
  });
});

test('a changed rule holds within five seconds', async () => {
  const added = 'https://added.example';
  expect((await ask(CHECK, { origin: added })).status).toBe(403);
  await stage.keys.change(id, undefined, { origins: [ORIGIN, added] });
  await until('it is admitted', async () => (await ask(CHECK, { origin: added })).status === 200);
  await stage.keys.change(id, undefined, { origins: [ORIGIN] });
  await until('it is refused', async () => (await ask(CHECK, { origin: added })).status === 403);
});

test('v1 takes no keys: a publishable one neither helps nor hurts there', async () => {
  const path = `/registry/v1/check/all?vault=${wallets.vault}&delegate=${wallets.hot}`;
  const answer = await ask(path, { origin: 'https://evil.example' });
  expect(answer.status).not.toBe(403);
  expect(answer.headers.get('ratelimit-policy')).toBe('"anon";q=25;w=10');
});
