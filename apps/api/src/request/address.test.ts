import type { Address } from '@mandate/core';
import { isChecksummed } from '@mandate/read-model/checksum';
import { expect, test, vi } from 'vitest';
import { address, createIsSpelledRight } from './address.ts';

const RIGHT = '0xD5E9271FCc6EE936Bf3967BDfDc6acaF64005FC0';
const DIGITS = RIGHT.slice(2);
const LOWER = RIGHT.toLowerCase() as Address;

test.each([RIGHT, LOWER, `0X${DIGITS}`, `0x${DIGITS.toUpperCase()}`, `0X${DIGITS.toUpperCase()}`])(
  'takes %s',
  (text) => {
    expect(address.parse(text)).toBe(LOWER);
  },
);

test.each([
  ['another case', RIGHT.replace('D5', 'd5')],
  ['another digit', RIGHT.replace('5FC0', '5FC1')],
  ['another letter', RIGHT.replace('5FC0', '5FD0')],
  ['two characters that changed places', RIGHT.replace('D5E9', 'D59E')],
  [
    'the other case of each',
    RIGHT.replaceAll(/[a-f]/gi, (a) => (a < 'a' ? a.toLowerCase() : a.toUpperCase())),
  ],
])('refuses %s', (_, text) => {
  expect(address.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining('checksum (EIP-55) is wrong'),
  ]);
});

test.each(['', 'vitalik.eth', `${RIGHT}0`, 7, null])('says once what %j should be', (given) => {
  expect(address.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
    'must be an address: 0x and 40 hex digits. For an ENS name, ask /names?name= for its address.',
  ]);
});

test('hashes a spelling once, and none in lower case', () => {
  const hash = vi.fn(isChecksummed);
  const isSpelledRight = createIsSpelledRight(hash);
  for (let i = 0; i < 3; i++) expect([RIGHT, LOWER].map(isSpelledRight)).toEqual([true, true]);
  expect(hash).toHaveBeenCalledTimes(1);
});
