/** The logs bloom: 2048 bits of a block's header that represent the addresses and topics of its logs. */
import type { Hex } from 'viem';
import { bytesToHex, hexToBytes, keccak256 } from 'viem/utils';

const BYTES = 256;

/** Returns whether a block may have logs with an address or a topic. False is certain, true is likely. */
export function isInBloom(bloom: Hex, value: Hex): boolean {
  const bits = hexToBytes(bloom);
  return placesOf(value).every(({ byte, mask }) => ((bits[byte] ?? 0) & mask) !== 0);
}

/** Computes the bloom of a block whose logs have these addresses and topics. */
export function bloomOf(values: Iterable<Hex>): Hex {
  const bits = new Uint8Array(BYTES);
  for (const value of new Set(values)) {
    for (const { byte, mask } of placesOf(value)) bits[byte] = (bits[byte] ?? 0) | mask;
  }
  return bytesToHex(bits);
}

/** Returns whether every bit of a bloom is also set in the other. */
export function isWithin(bloom: Hex, other: Hex): boolean {
  const bits = hexToBytes(other);
  return hexToBytes(bloom).every((byte, i) => (byte & ~(bits[i] ?? 0)) === 0);
}

/** Returns the share of a bloom's bits that are set. The fuller it is, the less it says. */
export function fullnessOf(bloom: Hex): number {
  const set = hexToBytes(bloom).reduce((sum, byte) => sum + countBits(byte), 0);
  return set / (8 * BYTES);
}

function placesOf(value: Hex): { byte: number; mask: number }[] {
  const hash = keccak256(value, 'bytes');
  return [0, 2, 4].map((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
    return { byte: BYTES - 1 - (bit >> 3), mask: 1 << (bit & 7) };
  });
}

function countBits(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
}
