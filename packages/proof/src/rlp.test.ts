import { hexToBytes } from '@mandate/core';
import { describe, expect, test } from 'vitest';
import { isHex } from './hex.ts';
import { decodeList, readNumber } from './rlp.ts';

const decode = (hex: string) => decodeList(hexToBytes(`0x${hex}`), 'header');
const ones = (count: number) => '01'.repeat(count);

describe('a list', () => {
  test.each([
    ['c0', 0],
    ['c101', 1],
    ['c28180', 1],
    [`f7${ones(55)}`, 55],
    [`f838${ones(56)}`, 56],
    [`f90100${ones(256)}`, 256],
    [`f83ab838${ones(56)}`, 1],
  ])('%s is read', (hex, count) => {
    expect(decode(hex)).toHaveLength(count);
  });

  test.each([
    ['', 'is not one list'],
    ['01', 'is not one list'],
    ['80', 'is not one list'],
    ['c00000', 'is not one list'],
    ['c201', 'is cut off'],
    ['c28201', 'is cut off'],
    ['c2817f', 'is not canonical'],
    [`f837${ones(55)}`, 'is not canonical'],
    [`f90038${ones(56)}`, 'is not canonical'],
    ['fb01000000', 'is not canonical'],
  ])('%s is refused', (hex, why) => {
    expect(() => decode(hex)).toThrow(why);
  });
});

describe('a number', () => {
  const read = (hex: string, maxBytes: number) => {
    const [item] = decode(hex);
    if (!item) throw new Error('The list has no item.');
    return readNumber(item, maxBytes, 'header');
  };

  test('has no more bytes than it may have', () => {
    expect([read('c180', 1), read('c17f', 1), read('c3820100', 2)]).toEqual([0n, 127n, 256n]);
    expect(() => read('c3820100', 1)).toThrow('is not canonical');
  });

  test('has no leading zeros, and is no list', () => {
    expect(() => read('c100', 1)).toThrow('is not canonical');
    expect(() => read('c1c0', 1)).toThrow('is not canonical');
  });
});

test('hex is whole bytes in lower case, as many as are asked for', () => {
  const given = ['0x', '0x1', '0x12', '0x123', '0x1234', '0x123456', '0xAB', '12', 7];
  expect(given.filter((value) => isHex(value, 2, 1))).toEqual(['0x12', '0x1234']);
  expect(given.filter((value) => isHex(value, 1))).toEqual(['0x12']);
});
