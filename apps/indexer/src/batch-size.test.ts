import { expect, test } from 'vitest';
import { createBatchSize } from './batch-size.ts';

/** Asks for much, of a node that takes `limit` calls, until it has accepted some batches. */
function learn(size: ReturnType<typeof createBatchSize>, limit: number, rounds = 40): number {
  let refusals = 0;
  for (let round = 0; round < rounds; round++) {
    const { calls } = size;
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
    const size = createBatchSize(() => 0);
    learn(size, limit);
    expect(size.calls).toBe(limit);
    expect(learn(size, limit)).toBe(0);
  },
);

test('grows where nothing is refused', () => {
  const size = createBatchSize(() => 0);
  learn(size, 1_000);
  expect(size.calls).toBe(500);
});

test('tries more again after a while', () => {
  let now = 0;
  const size = createBatchSize(() => now);
  learn(size, 3);
  now = 11 * 60_000;
  learn(size, 1_000);
  expect(size.calls).toBe(500);
});

test('a node that failed for a while is asked for as much as before', () => {
  const size = createBatchSize(() => 0);
  for (let i = 0; i < 10; i++) size.refused(size.calls);
  size.failed(1);
  expect(size.calls).toBe(1);
  learn(size, 1_000);
  expect(size.calls).toBe(500);
});
