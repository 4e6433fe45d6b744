/** Counts what a batch costs a client without a key, over a real socket, by Redis and by the process alone. */
import { setTimeout as delay } from 'node:timers/promises';
import { createKeyStore } from '@mandate/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { issueKey } from '../../access/keys/issue-key.ts';
import { PEPPER } from '../../access/keys/testing/key-stage.ts';
import { createWorld, type World } from './testing/world.ts';

const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const CHECK = { registry: 'v2', kind: 'all', from: `0x${'a'.repeat(40)}`, to: `0x${'b'.repeat(40)}` };
const PAUSE_MS = 300;

interface Sent {
  readonly response: Response;
  readonly left: string | undefined;
  readonly body: { code: string; detail: string };
}
const GET = `/registry/v2/check/all?from=${CHECK.from}&to=${CHECK.to}`;

let world: World;
let url: string;
/** An address of its own for every test: Redis remembers longer than they take. */
let client = `10.77.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 200)}`;

describe.each([
  ['Redis', REDIS_URL],
  ['the process', null],
])('counted by %s', (_, redisUrl) => {
  beforeEach(async () => {
    world = await createWorld(1, { redisUrl, trustedHops: 1 });
    url = await world.api.app.listen({ host: '127.0.0.1', port: 0 });
    client = client.replace(/\d+$/, (last) => String(Number(last) + 1));
  });
  afterEach(() => world?.close());

  const from = () => ({ 'x-forwarded-for': client });
  async function send(body: string, headers: Record<string, string> = {}): Promise<Sent> {
    const sent = { 'content-type': 'application/json', ...from(), ...headers };
    const response = await fetch(`${url}/batch`, { method: 'POST', headers: sent, body });
    // The machine is busy with other things. That costs nothing.
    if (response.status === 503) {
      await delay(PAUSE_MS);
      return send(body, headers);
    }
    return {
      response,
      left: leftOf(response),
      body: (await response.json()) as { code: string; detail: string },
    };
  }
  const ask = (checks: number, headers?: Record<string, string>) =>
    send(JSON.stringify({ checks: new Array(checks).fill(CHECK) }), headers);
  const leftOf = ({ headers }: Response) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];

  test('forty checks are one request, and a full batch is all of them', async () => {
    expect((await ask(1)).left).toBe('24');
    expect((await ask(40)).left).toBe('23');
    expect((await ask(41)).left).toBe('21');
    expect((await ask(840)).left).toBe('0');
    const { response, body } = await ask(1);
    expect([response.status, body.code]).toEqual([429, 'rate_limited']);
    // Refused before it was read: told when even the largest would not be.
    expect(body.detail).toMatch(
      /^The limit is 25 requests in 10 seconds\. Try again in (?:9|10) s, when a batch of any size will be answered\.$/,
    );
    expect((await fetch(url + GET, { headers: from() })).status).toBe(429);
  });

  test('a batch above the limit costs one, and its refusal says when it would be admitted', async () => {
    expect((await ask(1_000)).left).toBe('0');
    client = client.replace(/\d+$/, (last) => String(Number(last) + 20));
    const single = await fetch(url + GET, { headers: from() });
    expect(leftOf(single)).toBe('24');
    const { response, left, body } = await ask(1_000);
    expect([response.status, left]).toEqual([429, '23']);
    expect(response.headers.get('retry-after')).toMatch(/^(?:9|10)$/);
    expect(body.detail).toMatch(
      /^This request counts as 25\. The limit is 25 requests in 10 seconds, and 23 are left\. /,
    );
    expect((await ask(920)).left).toBe('0');
  });

  test('a flood of batches that are too large is soon refused unread', async () => {
    expect(leftOf(await fetch(url + GET, { headers: from() }))).toBe('24');
    const details: string[] = [];
    for (let i = 0; i < 30; i++) details.push((await ask(1_000)).body.detail);
    const unread = details.filter((detail) => detail.startsWith('The limit is 25 requests in 10 seconds.'));
    expect(unread).toHaveLength(6);
    const { response } = await ask(1_000);
    expect([response.status, response.headers.get('connection')]).toEqual([429, 'close']);
  });

  test('a body that is refused costs one, whatever is wrong with it', async () => {
    const refused = [
      ['{"checks":', {}],
      ['{"checks":[]}', {}],
      [JSON.stringify({ checks: new Array(500).fill({}) }), {}],
      ['{}', { 'content-type': 'text/plain' }],
      [' '.repeat(2 ** 20 + 1), {}],
      ['', {}],
    ] as const;
    for (const [i, [body, headers]] of refused.entries()) {
      const { response, left } = await send(body, headers);
      expect([response.status, left], body.slice(0, 50)).toEqual([400, String(24 - i)]);
    }
  });

  test('a valid key lifts the limit, and a wrong one is refused', async () => {
    const { key, ...kept } = issueKey([PEPPER]);
    await createKeyStore(world.database).create({ ...kept, name: 'a key', owner: null, expiresAt: null });
    for (let i = 0; i < 3; i++) {
      const { response } = await ask(1_000, { 'x-api-key': key });
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    }
    const { response, body } = await ask(1, { 'x-api-key': 'mdt_live_wrong' });
    expect([response.status, body.code, response.headers.get('ratelimit')]).toEqual([
      401,
      'invalid_api_key',
      null,
    ]);
    expect((await ask(1)).left).toBe('24');
  });
});
