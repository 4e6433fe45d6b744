import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createBuckets } from './buckets.ts';
import { NO_CEILINGS } from './ceilings.ts';
import { createLimiter, isAdmitted } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { ANONYMOUS, presentLimit, presentPolicy, secondsOf } from './window.ts';

test('the policy', () => expect(presentPolicy({ policy: ANONYMOUS })).toBe('"anon";q=25;w=10'));

test.each([
  [true, 24, 10_000, '"anon";r=24;t=10', 10],
  [true, 0, 9_000.001, '"anon";r=0;t=10', 10],
  [false, 0, 9_000, '"anon";r=0;t=9', 9],
  [false, 0, 1_000.5, '"anon";r=0;t=2', 2],
  [false, 0, 0.001, '"anon";r=0;t=1', 1],
  [false, 0, 0, '"anon";r=0;t=1', 1],
])('admitted: %s, %i more, one more in %d ms', (admitted, remaining, waitMs, header, seconds) => {
  const decision = { admitted, remaining, waitMs, retryMs: admitted ? 0 : waitMs };
  expect(presentLimit({ ...decision, policy: ANONYMOUS })).toBe(header);
  expect(secondsOf(waitMs)).toBe(seconds);
});

const MINUTE_MS = 60_000;

/** Asks as the /64 with this number of one /48, and returns whether it was admitted. */
function createNetwork(now: () => number) {
  const limiter = createLimiter(createMemoryLimiter(), null, now);
  return async (network: number) => {
    const client = `2001:db8:1:${network.toString(16)}::/64`;
    const { list } = createBuckets(() => ({ client, keyId: null }), NO_CEILINGS);
    return isAdmitted(await limiter.admit(list({ config: {} } as FastifyRequest), 1));
  };
}

test('thirty people in four /56 of a /48 ask once a second and are never refused', async () => {
  let nowMs = 0;
  const ask = createNetwork(() => nowMs);
  const refused: number[] = [];
  for (let i = 0; nowMs < MINUTE_MS; nowMs = (++i * 1_000) / 30) {
    const person = i % 30;
    if (!(await ask(((person % 4) << 8) + person))) refused.push(nowMs);
  }
  expect(refused).toEqual([]);
});

test('a /48 that never asks twice from one /64 has 400 in any 10 seconds', async () => {
  let nowMs = 0;
  const ask = createNetwork(() => nowMs);
  const times: number[] = [];
  for (let i = 0; nowMs < 25_000; nowMs = ++i * 5) if (await ask((i * 257) & 0xffff)) times.push(nowMs);
  expect(times).toHaveLength(1_200);
  for (const [i, time] of times.entries()) {
    expect((times[i + 400] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(10_000);
  }
});
