/**
 * The words that a wallet signs, each for the browser it was given to. None of them is kept: a nonce says itself when it
 * expires, under a code that only this service can write. So anyone may ask for any number of them. Those that were used are kept,
 * by the database, until they have expired.
 */
import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pepper } from '../config.ts';

export interface Nonces {
  create(browser: Buffer, now: Date): { readonly nonce: string; readonly expiresAt: Date };
  /** Whether it was given to this browser, and has not expired. Whether it was used before, the database knows. */
  isValid(nonce: string, browser: Buffer, now: Date): boolean;
}

/** EIP-4361 takes letters and digits: some that are random, the second in which it expires, and the code, all in hex. */
const NONCE = /^([\da-f]{24})([\da-f]{8})([\da-f]{32})$/;
const RANDOM_BYTES = 12;
const CODE_BYTES = 16;
const PURPOSE = 'mandate sign-in nonce';

/** All processes have the same peppers. The newest comes last and writes; while peppers change, all of them are read. */
export function createNonces(peppers: readonly Pepper[], lifetimeS: number): Nonces {
  const keys = peppers.map(({ secret }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32))),
  );
  const codeOf = (key: (typeof keys)[number], words: string, browser: Buffer) =>
    createHmac('sha256', key).update(words).update(browser).digest().subarray(0, CODE_BYTES);

  return {
    create(browser, now) {
      const newest = keys.at(-1);
      if (!newest) throw new TypeError('There is no pepper to make a nonce with.');
      const expiresAtS = Math.floor(now.getTime() / 1_000) + lifetimeS;
      const words = randomBytes(RANDOM_BYTES).toString('hex') + expiresAtS.toString(16).padStart(8, '0');
      const nonce = words + codeOf(newest, words, browser).toString('hex');
      return { nonce, expiresAt: new Date(expiresAtS * 1_000) };
    },
    isValid(nonce, browser, now) {
      const [, random = '', expiry = '', code = ''] = NONCE.exec(nonce) ?? [];
      const given = Buffer.from(code, 'hex');
      if (given.length !== CODE_BYTES || Number.parseInt(expiry, 16) * 1_000 <= now.getTime()) return false;
      return keys.some((key) => timingSafeEqual(codeOf(key, random + expiry, browser), given));
    },
  };
}
