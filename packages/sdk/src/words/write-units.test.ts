import { expect, test } from 'vitest';
import { isUsable, writeUnits } from './write-units.ts';

test.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1_234_500_000n, 6, '1,234.5'],
  [5n * 10n ** 18n, 18, '5'],
  [123n, 0, '123'],
  [10n ** 36n + 1n, 36, `1.${'0'.repeat(35)}1`],
])('%s with %i decimals is %s', (amount, decimals, text) => {
  expect(writeUnits(amount, decimals)).toBe(text);
});

test('no digit is lost', () => {
  const amount = 2n ** 256n - 12_345n;
  expect(BigInt(writeUnits(amount, 18).replaceAll(/[,.]/g, ''))).toBe(amount);
});

test('decimals that nobody can read are not used', () => {
  expect([null, undefined, 255, 37, 36, 0].map(isUsable)).toEqual([false, false, false, false, true, true]);
});
