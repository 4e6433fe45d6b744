/** The form of a key: a prefix that secret scanners recognise, random characters, and a checksum. */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind } from '@mandate/store';

const WORDS: Readonly<Record<KeyKind, string>> = { secret: 'mdt_live_', publishable: 'mdt_pub_' };
const KINDS = Object.keys(WORDS) as readonly KeyKind[];
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 4;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = new RegExp(
  `^(?:${Object.values(WORDS).join('|')})[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`,
);

export function createKey(kind: KeyKind = 'secret'): string {
  // `randomInt` is unbiased: 62 does not divide what a byte can be.
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  const body = WORDS[kind] + random.join('');
  return body + checksumOf(body);
}

/** Tells whether a text has the form of a key. A key with one wrong character has not. */
export function isKey(text: string): boolean {
  if (!KEY.test(text)) return false;
  // Anyone can compute it, so how long it takes to compare tells nobody anything.
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** `null` if the text begins like no key. */
export function kindOf(text: string): KeyKind | null {
  return KINDS.find((kind) => text.startsWith(WORDS[kind])) ?? null;
}

/** Returns the part of a key that is shown later: enough to recognise it, too little to guess the rest. */
export function prefixOf(key: string): string {
  const { length } = WORDS[kindOf(key) ?? 'secret'];
  return key.slice(0, length + SHOWN_LENGTH);
}

/** Each CRC has one way to be written: 62^6 is more than 2^32. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
