import { expect, test } from 'vitest';
import { pauseMs } from './first.ts';
import { createStreamsOfAll } from './open-streams-of-all.ts';

test('who fails again and again is waited for twice as long each time, but not for ever', () => {
  expect([0, 1, 2, 3, 4].map(pauseMs)).toEqual([0, 100, 200, 400, 800]);
  expect([9, 10, 1_000, 10_000].map(pauseMs)).toEqual([25_600, 30_000, 30_000, 30_000]);
});

test('event streams of a client are counted over all processes', () => {
  const streams = createStreamsOfAll();
  const client = (name: string) => [
    { name, max: 2 },
    { name: 'network', max: 3 },
  ];
  const open = (workerId: number, name: string) => streams.open(workerId, client(name))?.name ?? 'open';
  expect([open(1, 'a'), open(2, 'a'), open(1, 'a')]).toEqual(['open', 'open', 'a']);
  expect([open(1, 'b'), open(1, 'b')]).toEqual(['open', 'network']);
  streams.close(2, client('a'));
  streams.close(2, client('a'));
  expect([open(3, 'a'), open(3, 'a')]).toEqual(['open', 'a']);
  streams.forget(1);
  expect([open(2, 'a'), open(2, 'a'), open(2, 'c'), open(2, 'c')]).toEqual(['open', 'a', 'open', 'network']);
});
