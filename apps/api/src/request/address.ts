/** Addresses as clients write them. */
import { type Address, parseAddress } from '@mandate/core';
import { isChecksummed } from '@mandate/read-model/checksum';
import { z } from 'zod';

const ADDRESS = /^0[xX][0-9a-fA-F]{40}$/;
const MUST_BE =
  'must be an address: 0x and 40 hex digits. For an ENS name, ask /names?name= for its address.';
const MISSPELT =
  'is an address whose checksum (EIP-55) is wrong, so a character probably is, too. Copy the address again, or send it in lower case.';

const MAX_KNOWN = 10_000;

/**
 * Creates a function that tells whether the letters of an address have one case, or the cases of EIP-55. It keeps the
 * spellings whose checksum is right: a batch repeats them, and a hash takes longer than the rest of a parse.
 */
export function createIsSpelledRight(isRight = isChecksummed) {
  const known = new Set<string>();
  return (text: string): boolean => {
    const digits = text.slice(2);
    const lower = digits.toLowerCase();
    if (digits === lower || known.has(digits) || digits === digits.toUpperCase()) return true;
    if (!isRight(digits, lower)) return false;
    if (known.size >= MAX_KNOWN) known.clear();
    // A copy: the digits would keep the whole URL in memory.
    known.add(Buffer.from(digits, 'latin1').toString('latin1'));
    return true;
  };
}

const isSpelledRight = createIsSpelledRight();

/** Creates the schema of a text that must be an address. */
export const createAddress = (message = MUST_BE): z.ZodType<Address, string> =>
  z
    .string({ error: message })
    .regex(ADDRESS, { error: message, abort: true })
    .refine(isSpelledRight, MISSPELT)
    .transform(parseAddress);

export const address = createAddress();
