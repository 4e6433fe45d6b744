/** Known ways to use the 32 bytes of rights. The registry only compares bytes and knows none of these. */
export type RightsForm =
  | { readonly form: 'full' }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'expiring'; readonly identifier: string; readonly expiresAt: number }
  | { readonly form: 'opaque' };

const FULL = /^0x0{64}$/;
const PRINTABLE_THEN_ZEROS = /^0x((?:[2-6][0-9a-f]|7[0-9a-e])+)(?:00)*$/;
const HASH_GAP_EXPIRY = /^0x([0-9a-f]{48})000000([0-9a-f]{10})$/;
/** No chain existed before 2009, so an earlier value is not an expiry. */
const EARLIEST_EXPIRY = 1_230_768_000;

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
