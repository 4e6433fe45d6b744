/** Texts that only a hash can judge or shorten. */
import { bytesToHex, keccakBytes } from '@mandate/core';
import type { Hex } from '../hex.ts';

const hash = (text: string) => bytesToHex(keccakBytes(new TextEncoder().encode(text)));

/** The characters of 24 bytes, with `0x`. */
const IDENTIFIER_LENGTH = 50;

/**
 * Returns the 24 bytes that name a right of exclusive delegates: the first of the keccak256 of its name. Rights of
 * ordinary delegations are text instead: see `rightsFromText`.
 *
 * @example
 * import { rightsIdentifierFromText } from '@mandate/sdk/proof';
 *
 * console.log(rightsIdentifierFromText('claim'));
 * // 0xb8b758361d5e84380ef1e632f89d8e76a8677dbc3f4b93a4
 */
export function rightsIdentifierFromText(name: string): Hex {
  return hash(name).slice(0, IDENTIFIER_LENGTH) as Hex;
}

/**
 * Returns false for an address whose letters have both cases, but not those of EIP-55: one of its characters is
 * probably wrong. The service refuses it.
 */
export function isSpelledRight(address: string): boolean {
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hashed = hash(lower).slice(2);
  const right = lower.replaceAll(/[a-f]/g, (letter, at) =>
    hashed.charAt(at) > '7' ? letter.toUpperCase() : letter,
  );
  return digits === right;
}
