/** The form of a key: a prefix that secret scanners recognise, random characters, and a checksum. */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const WORD = 'mdt_live_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 4;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = new RegExp(`^${WORD}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export function createKey(): string {
  // `randomInt` is unbiased: 62 does not divide what a byte can be.
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]);
  const body = WORD + random.join('');
  return body + checksumOf(body);
}

/** Tells whether a text has the form of a key. A key with one wrong character has not. */
export function isKey(text: string): boolean {
  if (!KEY.test(text)) return false;
  // Anyone can compute it, so how long it takes to compare tells nobody anything.
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** Returns the part of a key that is shown later: enough to recognise it, too little to guess the rest. */
export function prefixOf(key: string): string {
  return key.slice(0, WORD.length + SHOWN_LENGTH);
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
