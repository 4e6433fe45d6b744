import type { Hex } from 'viem';
import { hexToString, stringToHex } from 'viem/utils';

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
  const bytes = stringToHex(text);
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

/** The form of the 32 bytes. The registry compares bytes and knows none of these forms. */
export type RightsForm =
  | { readonly form: 'full' }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'expiring'; readonly identifier: Hex; readonly expiresAt: number }
  | { readonly form: 'opaque' };

const PRINTABLE_THEN_ZEROS = /^0x(?:[2-6][0-9a-f]|7[0-9a-e])+(?:00)*$/;
const HASH_GAP_EXPIRY = /^0x([0-9a-f]{48})000000([0-9a-f]{10})$/;
/** An expiry before 2009 is no expiry: Ethereum, and Bitcoin before it, had no block yet. */
const EARLIEST_EXPIRY = 1_230_768_000;

export function describeRights(rights: Rights): RightsForm {
  if (rights === FULL_RIGHTS) return { form: 'full' };
  if (PRINTABLE_THEN_ZEROS.test(rights)) {
    return { form: 'text', text: hexToString(rights).replace(/\0+$/, '') };
  }
  const [, identifier, seconds] = HASH_GAP_EXPIRY.exec(rights) ?? [];
  if (identifier && seconds) {
    const expiresAt = Number.parseInt(seconds, 16);
    if (expiresAt >= EARLIEST_EXPIRY) {
      return { form: 'expiring', identifier: `0x${identifier}`, expiresAt };
    }
  }
  return { form: 'opaque' };
}
