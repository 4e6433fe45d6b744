import { expect, test } from 'vitest';
import { count, figure, ratio, rowsInWords, writeTable } from './table.ts';

test.each([
  [0, '0'],
  [0.12345, '0.123'],
  [1.5, '1.50'],
  [12.34, '12.3'],
  [123.4, '123'],
  [12_345.6, '12,346'],
  [null, null],
  [Number.NaN, null],
])('%s has the digits that matter', (number, text) => {
  expect(figure(number)).toBe(text);
});

test('unknown values are dashes, and numbers are right-aligned', () => {
  const rows = [
    ['one', count(1_234.5), null],
    ['two', null, ratio(0.666)],
  ];
  expect(writeTable(['', 'a', 'b'], rows)).toBe(
    ['|  | a | b |', '| --- | --: | --: |', '| one | 1,235 | – |', '| two | – | 0.67 |'].join('\n'),
  );
});

test('millions are said in words', () => {
  expect([50_000, 1_000_000, 1_500_000].map(rowsInWords)).toEqual(['50,000', '1 million', '1,500,000']);
});
