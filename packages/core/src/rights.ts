import { type Hex, textToHex } from './bytes.ts';

declare const lowerCase: unique symbol;

/** 32 bytes in lower case that say what a v2 delegation is for. */
export type Rights = Hex & { readonly [lowerCase]: true };

/** 32 zero bytes: the delegation is not limited to any right. */
export const FULL_RIGHTS = `0x${'00'.repeat(32)}` as Rights;

const BYTES32 = /^0x[0-9a-f]{64}$/;

export function parseRights(text: string): Rights {
  const lower = text.toLowerCase();
  if (!BYTES32.test(lower)) {
    throw new TypeError(`Not rights: "${text}". Write 0x followed by 64 hex digits.`);
  }
  return lower as Rights;
}

/** The form Solidity gives a short literal: its bytes, padded with zeros on the right. */
export function rightsFromText(text: string): Rights {
  const bytes = textToHex(text);
  if (bytes.length > FULL_RIGHTS.length) {
    throw new RangeError(
      `Rights text is longer than 32 bytes: "${text}". Shorten it, or send the keccak-256 hash of the name.`,
    );
  }
  return bytes.padEnd(FULL_RIGHTS.length, '0') as Rights;
}

/** The form of wallets that expire: 24 bytes of a name's hash, 3 zero bytes, seconds in 5 bytes. */
export function rightsWithExpiry(identifier: Hex, expiresAt: number): Rights {
  if (!/^0x[0-9a-fA-F]{48}$/.test(identifier)) {
    throw new TypeError(`Not a rights identifier: "${identifier}". Write 0x and 48 hex digits.`);
  }
  if (!Number.isInteger(expiresAt) || expiresAt < 0 || expiresAt >= 2 ** 40) {
    throw new RangeError(`Not an expiry: ${expiresAt}. Give seconds since 1970 below 2^40.`);
  }
  return parseRights(`${identifier}${expiresAt.toString(16).padStart(16, '0')}`);
}
