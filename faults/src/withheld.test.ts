import { expect, test } from 'vitest';
import { watchWithheld } from './withheld.ts';

/** Two processors for 20 seconds, 200 ticks per second. Others take half of them from the tenth second to the twelfth. */
function watchTwentySeconds() {
  let second = 0;
  const withheld = watchWithheld(() => {
    const at = second++;
    return { at: at * 1_000, total: at * 200, stolen: Math.min(Math.max(at - 10, 0), 2) * 100 };
  });
  for (let each = 1; each <= 20; each++) withheld.look();
  return withheld;
}

test.each<[string, { askedAt: number; ms: number }, boolean]>([
  ['before', { askedAt: 9_000, ms: 10 }, false],
  ['before, but answered meanwhile', { askedAt: 9_000, ms: 2_500 }, true],
  ['meanwhile', { askedAt: 11_500, ms: 10 }, true],
  ['shortly afterwards', { askedAt: 13_000, ms: 10 }, true],
  ['long afterwards', { askedAt: 18_000, ms: 10 }, false],
  ['at the end, and not answered before the last reading', { askedAt: 19_900, ms: 900 }, false],
])('a request %s', (_, request, expected) => {
  expect(watchTwentySeconds().during(request)).toBe(expected);
});

test('returns the share of the whole time', () => {
  expect(watchTwentySeconds().share()).toBeCloseTo(0.05);
});

test('reads this machine', () => {
  const withheld = watchWithheld();
  withheld.look();
  expect(withheld.share()).toBeGreaterThanOrEqual(0);
  expect(withheld.share()).toBeLessThanOrEqual(1);
});
