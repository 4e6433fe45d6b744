/**
 * Makes and checks the nonces that wallets sign, each for the browser it was given to. A nonce is not stored: it carries
 * the time at which it expires, and a code that only this service can compute. So anyone may ask for any number of nonces.
 * The database stores the used ones until they have expired.
 */
import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pepper } from '../access/keys/pepper.ts';

export type Nonces = ReturnType<typeof createNonces>;

/** EIP-4361 allows letters and digits: random ones, the second in which the nonce expires, and the code, all in hex. */
const NONCE = /^([\da-f]{24})([\da-f]{8})([\da-f]{32})$/;
const RANDOM_BYTES = 12;
const CODE_BYTES = 16;
const PURPOSE = 'mandate sign-in nonce';

/** All processes have the same peppers. The newest comes last and writes; while peppers change, all of them are read. */
export function createNonces(peppers: readonly Pepper[], lifetimeS: number) {
  const keys = peppers.map(({ secret }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32))),
  );
  const codeOf = (key: (typeof keys)[number], words: string, browser: Buffer) =>
    createHmac('sha256', key).update(words).update(browser).digest().subarray(0, CODE_BYTES);

  return {
    create(browser: Buffer, now: Date) {
      const newest = keys.at(-1);
      if (!newest) throw new TypeError('There is no pepper to make a nonce with.');
      const expiresAtS = Math.floor(now.getTime() / 1_000) + lifetimeS;
      const words = randomBytes(RANDOM_BYTES).toString('hex') + expiresAtS.toString(16).padStart(8, '0');
      const nonce = words + codeOf(newest, words, browser).toString('hex');
      return { nonce, expiresAt: new Date(expiresAtS * 1_000) };
    },
    /** Tells whether it was given to this browser and has not expired. Only the database knows whether it was used before. */
    isValid(nonce: string, browser: Buffer, now: Date): boolean {
      const [, random = '', expiry = '', code = ''] = NONCE.exec(nonce) ?? [];
      const given = Buffer.from(code, 'hex');
      if (given.length !== CODE_BYTES || Number.parseInt(expiry, 16) * 1_000 <= now.getTime()) return false;
      return keys.some((key) => timingSafeEqual(codeOf(key, random + expiry, browser), given));
    },
  };
}
