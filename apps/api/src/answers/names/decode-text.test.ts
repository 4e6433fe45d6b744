import { concat, encodeAbiParameters, type Hex, numberToHex, size, stringToHex } from 'viem';
import { expect, test } from 'vitest';
import { readText, readWord } from './decode-text.ts';

const word = (value: bigint | number) => numberToHex(value, { size: 32 });
const answer = (bytes: Hex, length = size(bytes)) => ({ type: 'returned', length, bytes }) as const;
const string = (text: string) => encodeAbiParameters([{ type: 'string' }], [text]);

test('reads a string, also one that is longer than what was read', () => {
  expect(readText(answer(string('Night Trams')))).toEqual({ text: 'Night Trams', isWhole: true });
  const long = string('x'.repeat(1_000));
  expect(readText(answer(`${long.slice(0, 2 + 2 * 100)}` as Hex, size(long)))).toEqual({
    text: 'x'.repeat(36),
    isWhole: false,
  });
});

test('reads a text of 32 bytes', () => {
  expect(readText(answer(stringToHex('MKR', { size: 32 })))).toEqual({ text: 'MKR', isWhole: true });
});

test.each<[string, Hex, number?]>([
  ['nothing', '0x'],
  ['a zero', word(0)],
  ['32 bytes that are no text', `0x${'ff'.repeat(32)}`],
  ['31 bytes', `0x${'61'.repeat(31)}`],
  ['an offset behind the end', concat([word(64), word(1)])],
  ['an enormous offset', concat([word(2n ** 256n - 1n), word(1)])],
  ['an enormous length', concat([word(32), word(2n ** 256n - 1n), word(0)])],
  ['a length behind the end', concat([word(32), word(33), word(0)])],
  ['a length of 4 GB', concat([word(32), word(2 ** 32 - 1), word(0)]), 2 ** 20],
])('%s is no text', (_, bytes, length) => {
  expect(readText(answer(bytes, length))).toBeNull();
});

test('a contract that failed returned no text and no word', () => {
  for (const type of ['reverted', 'failed', 'none'] as const)
    expect([readText({ type }), readWord({ type })]).toEqual([null, null]);
  expect(readText(undefined)).toBeNull();
  expect(readWord(answer(word(7)))).toBe(7n);
  expect(readWord(answer(`${word(7)}00`))).toBeNull();
});
