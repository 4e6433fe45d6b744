/** Made from packages/core by `npm run build:docs`. */
/** The ways in which clients use the 32 bytes of rights. The registry compares bytes and knows none of them. The SDK has a copy. */

export type RightsForm =
  | { readonly form: 'full' }
  | { readonly form: 'text'; readonly text: string }
  /** 24 bytes that name the right, and the second of its end. */
  | { readonly form: 'expiring'; readonly identifier: `0x${string}`; readonly expiresAt: number }
  | { readonly form: 'opaque' };

const FULL = /^0x0{64}$/;
const PRINTABLE_THEN_ZEROS = /^0x((?:[2-6][0-9a-f]|7[0-9a-e])+)(?:00)*$/;
const HASH_GAP_EXPIRY = /^0x([0-9a-f]{48})000000([0-9a-f]{10})$/;
/** An expiry before 2009 is no expiry: Ethereum, and Bitcoin before it, had no block yet. */
const EARLIEST_EXPIRY = 1_230_768_000;

/**
 * Tells in which form rights are written, in lower or upper case.
 *
 * @example
 * import { describeRights, rightsFromText } from '@mandate/sdk';
 *
 * console.log(describeRights(rightsFromText('vote'))); // { form: 'text', text: 'vote' }
 */
export function describeRights(rights: string): RightsForm {
  const lower = rights.toLowerCase();
  if (FULL.test(lower)) return { form: 'full' };
  const printable = PRINTABLE_THEN_ZEROS.exec(lower)?.[1];
  if (printable) return { form: 'text', text: textOf(printable) };
  const [, identifier, seconds] = HASH_GAP_EXPIRY.exec(lower) ?? [];
  const expiresAt = seconds ? Number.parseInt(seconds, 16) : 0;
  return identifier && expiresAt >= EARLIEST_EXPIRY
    ? { form: 'expiring', identifier: `0x${identifier}`, expiresAt }
    : { form: 'opaque' };
}

function textOf(digits: string): string {
  return (digits.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
}
