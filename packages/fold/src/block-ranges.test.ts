import { expect, test } from 'vitest';
import { createBlockRanges } from './block-ranges.ts';

const QUICKLY = 100;

test('grow while they have few logs, up to a maximum', () => {
  const ranges = createBlockRanges();
  const first = ranges.size;
  ranges.succeeded(first, 10, QUICKLY);
  expect(ranges.size).toBe(2 * first);
  for (let i = 0; i < 20; i++) ranges.succeeded(ranges.size, 10, QUICKLY);
  expect(ranges.size).toBe(100_000);
});

test('stay, and shrink, with many logs', () => {
  const ranges = createBlockRanges();
  const first = ranges.size;
  ranges.succeeded(first, 3_000, QUICKLY);
  expect(ranges.size).toBe(first);
  ranges.succeeded(first, 9_000, QUICKLY);
  expect(ranges.size).toBe(first / 2);
});

test('stay, and shrink, if they take long', () => {
  const ranges = createBlockRanges();
  const first = ranges.size;
  ranges.succeeded(first, 0, 5_000);
  expect(ranges.size).toBe(first);
  ranges.succeeded(first, 0, 11_000);
  expect(ranges.size).toBe(first / 2);
});

test('do not grow after a range that was shorter than possible', () => {
  const ranges = createBlockRanges();
  const first = ranges.size;
  ranges.succeeded(3, 0, QUICKLY);
  expect(ranges.size).toBe(first);
});
