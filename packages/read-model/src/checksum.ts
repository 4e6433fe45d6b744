/** EIP-55: addresses as people see them. Compiled keccak, sixteen times as fast as JavaScript's: lists are long. */

import type { Address } from '@mandate/core';
import { createKeccak } from 'hash-wasm';

const ADDRESS_BYTES = 20;
const DIGITS = 2 * ADDRESS_BYTES;
/** The case of an address takes a bit for each of its digits. */
export const CASE_BYTES = DIGITS / 8;
/** Codes of characters: digits that are letters come after 9, and capital letters before a. */
const [NINE, LOWER_A] = [0x39, 0x61];

const keccak = await createKeccak(256);
const digits = Buffer.alloc(DIGITS);
const spelled = Buffer.alloc(ADDRESS_BYTES + CASE_BYTES);
/** Two characters for each byte and each case of its two digits. */
const CHARACTERS = listCharacters();

export function checksum(address: Address): string {
  spelled.write(address.slice(2), 0, 'hex');
  writeCase(address, spelled, ADDRESS_BYTES);
  spell(spelled, 0, ADDRESS_BYTES, digits, 0);
  return `0x${digits.toString('latin1')}`;
}

/** Tells whether the letters of 40 digits have the cases of EIP-55. `lower` are the same digits in lower case. This takes a hash. */
export function isChecksummed(text: string, lower: string): boolean {
  const hash = hashDigits(lower);
  for (let i = 0; i < DIGITS; i++) {
    const isHigh = ((hash[i >> 1] as number) & (i & 1 ? 0x08 : 0x80)) !== 0;
    const code = text.charCodeAt(i);
    if (code > NINE && code < LOWER_A !== isHigh) return false;
  }
  return true;
}

function hashDigits(lower: string): Uint8Array {
  digits.write(lower, 'latin1');
  keccak.init();
  keccak.update(digits);
  return keccak.digest('binary');
}

/** Writes which digits of an address are capital letters, and returns where that ends. This takes a hash. */
export function writeCase(address: Address, into: Buffer, start: number): number {
  const hash = hashDigits(address.slice(2));
  for (let i = 0; i < CASE_BYTES; i++) {
    let bits = 0;
    // The first bit of each half byte of the hash is the case of one digit.
    for (let k = 4 * i; k < 4 * i + 4; k++) {
      const byte = hash[k] ?? 0;
      bits = (bits << 2) | ((byte >> 6) & 2) | ((byte >> 3) & 1);
    }
    into[start + i] = bits;
  }
  return start + CASE_BYTES;
}

/** Writes the 40 characters of the address at `at`. The case of its digits is at `caseAt`. */
export function spell(bytes: Uint8Array, at: number, caseAt: number, into: Uint8Array, start: number): void {
  let to = start;
  for (let i = 0; i < ADDRESS_BYTES; i++) {
    const cases = ((bytes[caseAt + (i >> 2)] as number) >> (6 - 2 * (i & 3))) & 3;
    const from = ((bytes[at + i] as number) * 4 + cases) * 2;
    into[to++] = CHARACTERS[from] as number;
    into[to++] = CHARACTERS[from + 1] as number;
  }
}

function listCharacters(): Uint8Array {
  const characters = Buffer.alloc(256 * 4 * 2);
  for (let byte = 0; byte < 256; byte++) {
    const [first = '', second = ''] = byte.toString(16).padStart(2, '0');
    for (let cases = 0; cases < 4; cases++) {
      const text = (cases & 2 ? first.toUpperCase() : first) + (cases & 1 ? second.toUpperCase() : second);
      characters.write(text, (byte * 4 + cases) * 2, 'latin1');
    }
  }
  return characters;
}
