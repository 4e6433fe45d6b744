import { expect, test } from 'vitest';
import { perSecondWithoutLoad } from './answers.ts';

test('a load with cores of its own takes nothing', () => {
  expect(perSecondWithoutLoad({ perSecond: 50_000, ownCores: 0.5 }, 2, 4)).toBe(50_000);
  expect(perSecondWithoutLoad({ perSecond: 30_000, ownCores: 0.9 }, 1, 2)).toBe(30_000);
  expect(perSecondWithoutLoad({ perSecond: 30_000, ownCores: 0.5 }, 2, 2)).toBe(40_000);
});
