import type { Hex } from './bytes.ts';

/** Writes a number as a word of storage, 32 bytes. Counts on from 0 beyond the last one, as a contract does. */
export function toWord(value: bigint): Hex {
  return `0x${BigInt.asUintN(256, value).toString(16).padStart(64, '0')}`;
}
