import { createRandom, integer } from '@mandate/contracts';
import { keccak256, toHex } from 'viem';
import { expect, test } from 'vitest';
import { keccak, keccakBytes } from './keccak.ts';

test('hashes every length up to four blocks as viem does', () => {
  const random = createRandom(1_600);
  for (let length = 0; length <= 4 * 136 + 1; length++) {
    const bytes = Uint8Array.from({ length }, () => integer(random, 0, 255));
    expect(toHex(keccakBytes(bytes))).toBe(keccak256(bytes));
    expect(keccak(toHex(bytes))).toBe(keccak256(bytes));
  }
});

test('a hash does not change when others are made', () => {
  const first = keccakBytes(new Uint8Array(1));
  const copy = [...first];
  keccakBytes(new Uint8Array(2));
  expect([...first]).toEqual(copy);
});

test('reads hex in either case', () => {
  expect(keccak('0xABCDEF')).toBe(keccak('0xabcdef'));
});
