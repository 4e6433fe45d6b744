import { expect, test } from 'vitest';
import { createPulse } from './heartbeats.ts';

/** A pulse on a clock that the test moves. */
function start() {
  let now = 1_000;
  const pulse = createPulse(() => now);
  return {
    ...pulse,
    wait(ms: number) {
      now += ms;
    },
  };
}

test('the indexer is silent for as long as its heartbeat has not changed', () => {
  const { sample, ageMs, wait } = start();
  sample(7);
  expect(ageMs(7)).toBe(0);
  wait(500);
  sample(7);
  wait(500);
  expect(ageMs(7)).toBe(1_000);
  sample(8);
  expect(ageMs(8)).toBe(0);
});

test('a reader that is behind has been silent since its heartbeat was last the newest', () => {
  const { sample, ageMs, wait } = start();
  for (const heartbeat of [7, 9, 12]) {
    sample(heartbeat);
    wait(1_000);
  }
  expect(ageMs(12)).toBe(1_000);
  expect([9, 10, 11].map(ageMs)).toEqual([2_000, 2_000, 2_000]);
  expect([7, 8].map(ageMs)).toEqual([3_000, 3_000]);
  // From before the process started: no more is known than that it was replaced by then.
  expect(ageMs(6)).toBe(3_000);
});

test('a copy is behind for as long as the primary may have had more', () => {
  const { sample, behindMs, wait } = start();
  expect(behindMs(5)).toBe(0);
  sample(7);
  wait(500);
  sample(7);
  // The database is away, and has a newer one when it is back.
  wait(60_000);
  expect(behindMs(7)).toBe(0);
  sample(9);
  wait(1_000);
  expect([7, 8, 9, 10].map(behindMs)).toEqual([61_000, 61_000, 0, 0]);
  // The copy was behind when the process started, for an unknown time.
  expect(behindMs(6)).toBe(Number.POSITIVE_INFINITY);
});

test('a heartbeat that was not sampled yet is not older than the newest sample', () => {
  const { sample, ageMs, wait } = start();
  sample(7);
  wait(400);
  expect(ageMs(8)).toBe(400);
});

test('before the first sample everything counts as seen when the process started, and grows old', () => {
  const { ageMs, wait } = start();
  expect(ageMs(7)).toBe(0);
  wait(5_000);
  expect(ageMs(7)).toBe(5_000);
  expect(ageMs(8)).toBe(5_000);
});

test('samples of servers that differ do not make a dead indexer look alive', () => {
  const { sample, ageMs, wait } = start();
  for (let i = 0; i < 20; i++) {
    sample(i % 2 ? 100 : 40);
    wait(1_000);
  }
  expect(ageMs(100)).toBe(19_000);
  expect(ageMs(40)).toBe(20_000);
});

test('a ledger that was restored, or opened again, is followed from its own heartbeat', () => {
  const { sample, ageMs, wait } = start();
  for (const heartbeat of [100, 101]) sample(heartbeat);
  wait(60_000);
  sample(3);
  expect(ageMs(3)).toBe(0);
  sample(4);
  wait(10);
  expect(ageMs(4)).toBe(10);
  sample(null);
  sample(4);
  expect(ageMs(4)).toBe(0);
});

test('the number of remembered samples is bounded', () => {
  const { sample, ageMs } = start();
  for (let heartbeat = 0; heartbeat < 10_000; heartbeat++) sample(heartbeat);
  expect(ageMs(9_999)).toBe(0);
  expect(ageMs(6_000)).toBe(0);
  expect(ageMs(5_000)).toBe(Number.POSITIVE_INFINITY);
});
