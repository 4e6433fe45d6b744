import { type Hex, keccak256 } from 'viem';

/** Hashes bytes. Whoever hashes millions can bring a faster one. */
export type Keccak = (bytes: Hex) => Hex;

export const keccak: Keccak = (bytes) => keccak256(bytes);
