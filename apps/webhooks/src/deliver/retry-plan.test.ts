import { expect, test } from 'vitest';
import { parseRetryAfter, retryDelayMs } from './retry-plan.ts';

const [S, M, H] = [1_000, 60_000, 3_600_000];
const middle = () => 0.5;

test('a delivery is tried eight times, with longer and longer breaks', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => retryDelayMs(failures, null, middle));
  expect(delays).toEqual([5 * S, 5 * M, 30 * M, 2 * H, 5 * H, 10 * H, 10 * H, null]);
  expect(retryDelayMs(1, null, () => 0)).toBeCloseTo(4.5 * S);
  expect(retryDelayMs(1, null, () => 1)).toBeCloseTo(5.5 * S);
});

test('a receiver may ask for a longer break, of ten hours at most', () => {
  expect(retryDelayMs(1, 60 * S, middle)).toBe(60 * S);
  expect(retryDelayMs(2, 60 * S, middle)).toBe(5 * M);
  expect(retryDelayMs(1, 1_000 * H, middle)).toBe(10 * H);
  expect(retryDelayMs(8, 60 * S, middle)).toBe(null);
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfter('120', now)).toBe(120 * S);
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:02:00 GMT', now)).toBe(2 * M);
  expect(parseRetryAfter('Thu, 01 Jan 2015 00:02:00 GMT', now)).toBe(0);
  for (const none of [undefined, '', 'soon', '-5', '1e9x']) expect(parseRetryAfter(none, now)).toBe(null);
});
