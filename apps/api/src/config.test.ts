import { createSecretKey } from 'node:crypto';
import { ConfigError } from '@mandate/config';
import { describe, expect, test } from 'vitest';
import { readKeyConfig } from './config.ts';

const DATABASE_URL = 'postgres://postgres@127.0.0.1/postgres';
const [A, B] = ['a1'.repeat(32), 'B2'.repeat(40)];
const read = (KEY_PEPPERS?: string) => readKeyConfig({ DATABASE_URL, KEY_PEPPERS }).peppers;

describe('KEY_PEPPERS', () => {
  test.each([undefined, ''])('none: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  test('the newest is last, in whatever order they come', () => {
    const first = { version: 1, secret: createSecretKey(Buffer.alloc(32, 0xa1)) };
    const second = { version: 12, secret: createSecretKey(Buffer.alloc(40, 0xb2)) };
    expect(read(`1:${A}`)).toEqual([first]);
    expect(read(`12:${B},1:${A}`)).toEqual([first, second]);
  });

  test.each([
    ['too short', `1:${A.slice(2)}`],
    ['an odd number of digits', `1:${A}a`],
    ['no version', A],
    ['version 0', `0:${A}`],
    ['not hex', `1:${A.replace('a', 'g')}`],
    ['a comma too much', `1:${A},`],
    ['a space', `1:${A}, 2:${A}`],
    ['a version twice', `1:${A},1:${B}`],
  ])('refused: %s', (_, text) => {
    expect(() => read(text)).toThrow(ConfigError);
  });

  test('what is wrong with it is said without it', () => {
    const text = `1:${A},1:${B}`;
    expect(() => read(text)).toThrow(/KEY_PEPPERS/);
    expect(() => read(text)).not.toThrow(new RegExp(`${A}|${B}`));
  });
});
