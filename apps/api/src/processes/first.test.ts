import { expect, test } from 'vitest';
import { pauseMs } from './first.ts';
import { createStreamsOfAll } from './open-streams-of-all.ts';

test('who fails again and again is waited for twice as long each time, but not for ever', () => {
  expect([0, 1, 2, 3, 4].map(pauseMs)).toEqual([0, 100, 200, 400, 800]);
  expect([9, 10, 1_000, 10_000].map(pauseMs)).toEqual([25_600, 30_000, 30_000, 30_000]);
});

test('event streams of a client are counted over all processes', () => {
  const streams = createStreamsOfAll();
  expect([streams.open(1, 'a', 2), streams.open(2, 'a', 2), streams.open(1, 'a', 2)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(streams.open(1, 'b', 2)).toBe(true);
  streams.close(2, 'a');
  streams.close(2, 'a');
  expect([streams.open(3, 'a', 2), streams.open(3, 'a', 2)]).toEqual([true, false]);
  streams.forget(1);
  expect([streams.open(2, 'a', 2), streams.open(2, 'a', 2)]).toEqual([true, false]);
});
