import { expect, test } from 'vitest';
import { ANONYMOUS, presentLimit, presentPolicy, secondsOf } from './window.ts';

test('the policy', () => expect(presentPolicy({ policy: ANONYMOUS })).toBe('"anon";q=25;w=10'));

test.each([
  [true, 24, 10_000, '"anon";r=24;t=10', 10],
  [true, 0, 9_000.001, '"anon";r=0;t=10', 10],
  [false, 0, 9_000, '"anon";r=0;t=9', 9],
  [false, 0, 1_000.5, '"anon";r=0;t=2', 2],
  [false, 0, 0.001, '"anon";r=0;t=1', 1],
  [false, 0, 0, '"anon";r=0;t=1', 1],
])('admitted: %s, %i more, one more in %d ms', (admitted, remaining, waitMs, header, seconds) => {
  const decision = { admitted, remaining, waitMs, retryMs: admitted ? 0 : waitMs };
  expect(presentLimit({ ...decision, policy: ANONYMOUS })).toBe(header);
  expect(secondsOf(waitMs)).toBe(seconds);
});
