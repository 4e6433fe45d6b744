import { setTimeout as delay } from 'node:timers/promises';
import { wallets } from '@mandate/testing/ledger/database';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../app.ts';
import type { ApiHere } from '../../testing/api-here.ts';
import { createKey } from './api-key.ts';
import { CHECK, issueStagedKey, type KeyStage, startKeyStage } from './testing/key-stage.ts';

const V1 = CHECK.replace('v2', 'v1').replace('from', 'vault').replace('to=', 'delegate=');
const LIST = `/registry/v2/${wallets.vault}`;
const SUSTAINED = { requests: 300, atOnce: 20 };
/** Ten times the promise: a machine may be slow. */
const FELT_MS = 50_000;
const ANONYMOUS = 25;

let stage: KeyStage;
let first: ApiHere;
let second: ApiHere;
let valid: string;

beforeAll(async () => {
  stage = await startKeyStage();
  [first, second] = await Promise.all([
    stage.start({ RATE_LIMIT: 'on' }),
    stage.startHere({ RATE_LIMIT: 'on' }),
  ]);
  valid = (await stage.createKey()).key;
});
afterAll(() => stage?.close());

async function ask(service: ApiHere, path: string, key?: string, init: RequestInit = {}) {
  const headers = { ...init.headers, ...(key === undefined ? {} : { 'x-api-key': key }) };
  const response = await fetch(service.url + path, { ...init, headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const statusOf = async (service: ApiHere, key: string) => (await ask(service, CHECK, key)).status;

/** Asks both all the time, until both refuse. */
async function waitUntilRefused(key: string): Promise<number> {
  const began = Date.now();
  const refuses = async (service: ApiHere) => {
    while ((await statusOf(service, key)) !== 401) {
      if (Date.now() - began > 2 * FELT_MS) throw new Error('The key is not refused.');
      await delay(20);
    }
  };
  await Promise.all([refuses(first), refuses(second)]);
  return Date.now() - began;
}

describe('a valid key', () => {
  test('lifts the limit in v2: many requests at once, none refused', async () => {
    const began = Date.now();
    const statuses = new Map<number, number>();
    let left = SUSTAINED.requests;
    const askOn = async () => {
      while (left-- > 0) {
        const status = await statusOf(first, valid);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: SUSTAINED.atOnce }, askOn));
    const ms = Date.now() - began;
    process.stdout.write(`${SUSTAINED.requests} requests with a key in ${ms} ms\n`);
    expect([...statuses]).toEqual([[200, SUSTAINED.requests]]);
  });

  test('serves every v2 operation, and HEAD', async () => {
    expect(await ask(first, LIST, valid)).toMatchObject({ status: 200 });
    expect(await ask(first, CHECK, valid, { method: 'HEAD' })).toMatchObject({ status: 200 });
    expect(await ask(first, `${CHECK}&chainId=x`, valid)).toMatchObject({ status: 400 });
    expect(await ask(first, CHECK, valid, { method: 'POST' })).toMatchObject({ status: 405 });
  });

  test('that was just made works everywhere at once', async () => {
    for (let i = 0; i < 10; i++) {
      const { key } = await stage.createKey();
      expect([await statusOf(second, key), await statusOf(first, key)]).toEqual([200, 200]);
    }
  });
});

describe('v1', () => {
  test('does not look at keys, and its limit stands', async () => {
    const [unknown, malformed] = [createKey(), 'x'];
    const statuses: number[] = [];
    for (let i = 0; i < ANONYMOUS + 3; i++) {
      const { status, headers } = await ask(second, V1, [valid, unknown, malformed][i % 3]);
      expect(headers.get('ratelimit')).not.toBeNull();
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(ANONYMOUS).fill(200), 429, 429, 429]);
    expect(await statusOf(second, valid)).toBe(200);
  });
});

describe('a key that is not valid', () => {
  test('is refused in one and the same way, whatever is wrong with it', async () => {
    const expiring = await stage.createKey({ expiresAt: new Date(Date.now() + 100) });
    await delay(150);
    const wrong = {
      unknown: createKey(),
      revoked: (await stage.createRevokedKey()).key,
      expired: expiring.key,
      malformed: 'mdt_live_x',
      empty: '',
      'almost right': `${valid.slice(0, -1)}${valid.endsWith('a') ? 'b' : 'a'}`,
      twice: `${valid}, ${valid}`,
      'another case': valid.toLowerCase(),
    };
    const answers = new Set<string>();
    for (const [name, key] of Object.entries(wrong)) {
      for (const repeat of [1, 2]) {
        const { status, headers, body } = await ask(first, CHECK, key, { headers: { 'x-request-id': 'r' } });
        expect(status, `${name}, ${repeat}`).toBe(401);
        const lasting = [...headers].filter(([header]) => header !== 'date');
        answers.add(JSON.stringify([lasting, JSON.parse(body)]));
      }
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('invalid_api_key');
    expect([...answers][0]).toContain('problem+json');
  });

  test('is any, where there are no peppers', async () => {
    const api = await createApi({
      databaseUrl: stage.databaseUrl,
      chains: CONFIGURED,
      log: pino({ level: 'silent' }),
    });
    const askWith = async (key?: string) =>
      (await api.app.inject({ url: CHECK, headers: key === undefined ? {} : { 'x-api-key': key } }))
        .statusCode;
    expect([await askWith(valid), await askWith(''), await askWith()]).toEqual([401, 401, 200]);
    await api.close();
  });
});

describe.concurrent('a key that ends', () => {
  test('by revocation is refused everywhere', async () => {
    const { id, key } = await stage.createKey();
    expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    await stage.keys.revoke(id);
    const ms = await waitUntilRefused(key);
    process.stdout.write(`revoked: refused by both processes after ${ms} ms\n`);
    expect(ms).toBeLessThan(FELT_MS);
  });

  test('by rotation too, and the next works at once', async () => {
    const { id, key } = await stage.createKey({ owner: wallets.vault });
    expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    const { key: next, ...fields } = issueStagedKey();
    await stage.keys.rotate(id, wallets.vault, fields);
    expect([await statusOf(first, next), await statusOf(second, next)]).toEqual([200, 200]);
    expect(await waitUntilRefused(key)).toBeLessThan(FELT_MS);
  });

  test('by expiry too', async () => {
    const { key } = await stage.createKey({ expiresAt: new Date(Date.now() + 1_000) });
    expect([await statusOf(first, key), await statusOf(second, key)]).toEqual([200, 200]);
    expect(await waitUntilRefused(key)).toBeLessThan(1_000 + FELT_MS);
  });
});

test('no line of the log has a key in it', async () => {
  const key = valid;
  for (const path of [
    `/${key}`,
    `/registry/v2/${key}?key=${key}`,
    `/%${key}`,
    `/a?b=${key.replaceAll('_', '%5f')}`,
  ])
    await ask(first, path, key);
  expect(await first.stop()).toBe(0);
  const log = first.lines.join('\n');
  expect(log).toContain('[redacted]');
  expect(log).not.toContain(key.slice(9));
  expect(log).not.toContain('mdt_live');
});
