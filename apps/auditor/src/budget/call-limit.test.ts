import { expect, test } from 'vitest';
import { createCallLimit } from './call-limit.ts';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

test('steps pause so that a day has its calls, whatever a single step takes', async () => {
  let time = 0;
  const limit = createCallLimit({ callsPerDay: 24_000, callsPerSecond: 100_000 }, signal, () => time);
  let calls = 0;
  while (time < 24 * HOUR_MS) {
    await limit.admit(50);
    calls += 50;
    time += 10 + limit.pauseMs();
  }
  expect(calls).toBeGreaterThan(23_900);
  expect(calls).toBeLessThan(24_000 + 24_000 / 144 + 100);
});

test('after a quiet day there are the calls of ten minutes at once, and no more', async () => {
  let time = 24 * HOUR_MS;
  const limit = createCallLimit({ callsPerDay: 144_000, callsPerSecond: 100_000 }, signal, () => time);
  time += 24 * HOUR_MS;
  await limit.admit(1_000);
  expect(limit.pauseMs()).toBe(0);
  await limit.admit(100);
  expect(limit.pauseMs()).toBeCloseTo(60_000);
});

test('calls wait for their second', async () => {
  const limit = createCallLimit({ callsPerDay: 1_000_000, callsPerSecond: 20 }, signal);
  const startedAt = performance.now();
  await limit.admit(20);
  await limit.admit(6);
  expect(performance.now() - startedAt).toBeGreaterThan(290);
});
