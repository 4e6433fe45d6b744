import { createRandom } from '@mandate/contracts';
import { expect, test } from 'vitest';
import { addressOf, drawArrivals } from './crowd.ts';

test('visits arrive in order, as many as they should, with gaps as those of independent visitors', () => {
  const times = drawArrivals(createRandom(1), 500, 10);
  expect(times.length).toBeGreaterThan(4_700);
  expect(times.length).toBeLessThan(5_300);
  const gaps = times.map((at, i) => at - (times[i - 1] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  expect(times.at(-1)).toBeLessThan(10_000);
  // A share of 1 - 1/e of exponential gaps is shorter than the mean.
  const shorter = gaps.filter((gap) => gap < 2).length / gaps.length;
  expect(shorter).toBeCloseTo(1 - 1 / Math.E, 1);
});

test('each wallet has an address of its own', () => {
  expect([1, 256, 100_000].map(addressOf)).toEqual(['10.0.0.1', '10.0.1.0', '10.1.134.160']);
});
