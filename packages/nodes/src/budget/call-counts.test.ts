import { expect, test } from 'vitest';
import { createCallCounts } from './call-counts.ts';

let time = '';
const create = (start: string) => {
  time = start;
  return createCallCounts(() => Date.parse(time));
};

test('calls that are written while new ones arrive are counted once', () => {
  const counts = create('2026-11-16T10:00:00Z');
  counts.add(1, 'a', 5);
  const taken = counts.take();
  counts.add(1, 'a', 2);
  expect([counts.countToday(1, 'a'), counts.countMonth('a')]).toEqual([7, 7]);
  taken.done([]);
  expect([counts.countToday(1, 'a'), counts.countMonth('a')]).toEqual([7, 7]);
  expect(counts.take().calls).toEqual([{ chainId: 1, node: 'a', day: '2026-11-16', calls: 2 }]);
});

test('calls that could not be written are written later', () => {
  const counts = create('2026-11-16T10:00:00Z');
  counts.add(1, 'a', 5);
  counts.take();
  expect(counts.take().calls).toHaveLength(1);
  expect(counts.countToday(1, 'a')).toBe(5);
});

test('continues from the calls that all indexers have written, also on chains that are not configured here', () => {
  const counts = create('2026-11-16T10:00:00Z');
  counts.take().done([
    { chainId: 1, node: 'a', today: 10, month: 100 },
    { chainId: 10, node: 'a', today: 1, month: 30 },
    { chainId: 1, node: 'b', today: 2, month: 2 },
  ]);
  counts.add(1, 'a', 1);
  expect(counts.countToday(1, 'a')).toBe(11);
  expect(counts.countMonth('a')).toBe(131);
  expect(counts.countMonth('c')).toBe(0);
});

test('days and months end at midnight UTC, and calls of the last day are written for it', () => {
  const counts = create('2026-11-30T23:59:59Z');
  counts.take().done([{ chainId: 1, node: 'a', today: 10, month: 100 }]);
  counts.add(1, 'a', 5);
  time = '2026-12-01T00:00:00Z';
  counts.add(1, 'a', 3);
  expect([counts.countToday(1, 'a'), counts.countMonth('a')]).toEqual([3, 3]);
  const taken = counts.take();
  expect(taken.calls.map(({ day, calls }) => [day, calls])).toEqual([
    ['2026-11-30', 5],
    ['2026-12-01', 3],
  ]);
  taken.done([]);
  expect([counts.countToday(1, 'a'), counts.countMonth('a')]).toEqual([3, 3]);
});
