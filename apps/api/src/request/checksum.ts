/** EIP-55: addresses as people see them. Compiled keccak, sixteen times as fast as JavaScript's: lists are long. */
import type { Address } from '@mandate/core';
import { createKeccak } from 'hash-wasm';

const keccak = await createKeccak(256);
const digits = Buffer.alloc(40);

export function checksum(address: Address): string {
  digits.write(address.slice(2), 'latin1');
  keccak.init();
  keccak.update(digits);
  const hash = keccak.digest('binary');
  for (let i = 0; i < 40; i++) {
    const nibble = (hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0);
    const letter = digits[i] ?? 0;
    if ((nibble & 8) !== 0 && letter >= 97) digits[i] = letter - 32;
  }
  return `0x${digits.toString('latin1')}`;
}
