import { keccak256, sliceHex, stringToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { describeRights } from './describe-rights.ts';
import { FULL_RIGHTS, parseRights, rightsFromText, rightsWithExpiry } from './rights.ts';

const hash = keccak256(stringToHex('airdrop'));
const identifier = sliceHex(hash, 0, 24);

describe('describeRights', () => {
  test.each([
    ['32 zero bytes', FULL_RIGHTS, { form: 'full' }],
    ['text', rightsFromText('claim'), { form: 'text', text: 'claim' }],
    ['text of 32 bytes', rightsFromText('a'.repeat(32)), { form: 'text', text: 'a'.repeat(32) }],
    ['a hash of a name', parseRights(hash), { form: 'opaque' }],
    [
      'an expiry',
      rightsWithExpiry(identifier, 1_900_000_000),
      { form: 'expiring', identifier, expiresAt: 1_900_000_000 },
    ],
    [
      'the latest expiry',
      rightsWithExpiry(identifier, 2 ** 40 - 1),
      { form: 'expiring', identifier, expiresAt: 2 ** 40 - 1 },
    ],
    [
      'the earliest expiry',
      rightsWithExpiry(identifier, 1_230_768_000),
      { form: 'expiring', identifier, expiresAt: 1_230_768_000 },
    ],
    ['a second before the earliest expiry', rightsWithExpiry(identifier, 1_230_767_999), { form: 'opaque' }],
    ['24 bytes and no expiry', rightsWithExpiry(identifier, 0), { form: 'opaque' }],
    ['a number', parseRights(`0x${'1'.padStart(64, '0')}`), { form: 'opaque' }],
    ['text with a zero inside', parseRights(`0x6100${'62'.padEnd(60, '0')}`), { form: 'opaque' }],
    ['text with a control character', parseRights(`0x611b${'62'.padEnd(60, '0')}`), { form: 'opaque' }],
  ])('%s', (_, rights, form) => {
    expect(describeRights(rights)).toEqual(form);
  });
});

test('rights are compared as bytes, so case does not matter', () => {
  expect(parseRights(hash.toUpperCase().replace('0X', '0x'))).toBe(hash);
});

test('what is not rights is refused with what to write instead', () => {
  expect(() => parseRights('claim')).toThrow('Write 0x followed by 64 hex digits');
  expect(() => rightsFromText('a'.repeat(33))).toThrow('longer than 32 bytes');
  expect(() => rightsWithExpiry('0x12', 1_900_000_000)).toThrow('48 hex digits');
  for (const expiry of [2 ** 40, -1, 1.5])
    expect(() => rightsWithExpiry(identifier, expiry)).toThrow('below 2^40');
});
