import { expect, test } from 'vitest';
import { type AcceptedSize, createAcceptedSize } from './accepted-size.ts';

const CALLS = { first: 100, max: 500 };
const BLOCKS = { first: 100_000, max: 100_000 };

/** Asks a node that accepts `limit` calls for as much as possible, until it has accepted some batches. */
function learn(size: AcceptedSize, limit: number, rounds = 40): number {
  let refusals = 0;
  for (let round = 0; round < rounds; round++) {
    const calls = size.current;
    if (calls <= limit) size.accepted(calls);
    else {
      size.refused(calls);
      refusals++;
    }
  }
  return refusals;
}

test.each([1, 2, 3, 10, 99, 100])(
  'finds the limit of a node that takes %i calls, and stays there',
  (limit) => {
    const size = createAcceptedSize(CALLS, () => 0);
    learn(size, limit);
    expect(size.current).toBe(limit);
    expect(learn(size, limit)).toBe(0);
  },
);

test('grows while nothing is refused', () => {
  const size = createAcceptedSize(CALLS, () => 0);
  learn(size, 1_000);
  expect(size.current).toBe(500);
});

test('tries more again after a while', () => {
  let now = 0;
  const size = createAcceptedSize(CALLS, () => now);
  learn(size, 3);
  now = 11 * 60_000;
  learn(size, 1_000);
  expect(size.current).toBe(500);
});

test('after a node failed for a while, the size is as before', () => {
  const size = createAcceptedSize(CALLS, () => 0);
  for (let i = 0; i < 10; i++) size.refused(size.current);
  size.failed(1);
  expect(size.current).toBe(1);
  learn(size, 1_000);
  expect(size.current).toBe(500);
});

test('follows a suggestion, and grows beyond it: it may apply to crowded blocks only', () => {
  const size = createAcceptedSize(BLOCKS, () => 0);
  size.refused(2_000, 3);
  expect(size.current).toBe(3);
  size.accepted(3);
  expect(size.current).toBeGreaterThan(3);
});

test('a suggestion that is repeated is a limit, until it is forgotten', () => {
  let now = 0;
  const size = createAcceptedSize(BLOCKS, () => now);
  const ask = (limit: number) => {
    const blocks = size.current;
    if (blocks <= limit) size.accepted(blocks);
    else size.refused(blocks, limit);
    return blocks > limit;
  };
  const countRefusals = (limit: number) =>
    Array.from({ length: 30 }, () => ask(limit)).filter(Boolean).length;
  expect(countRefusals(500)).toBe(2);
  expect(size.current).toBe(500);
  now = 11 * 60_000;
  expect(countRefusals(500)).toBe(1);
  now = 22 * 60_000;
  expect(countRefusals(1_000_000)).toBe(0);
  expect(size.current).toBe(100_000);
});
