import type { Hex } from './hex.ts';

/** The block an answer is true at. */
export interface Block {
  readonly chainId: number;
  readonly number: number;
  /** `null` only for a block you named with `atBlock` or `blockTag` in which no registry event happened. */
  readonly hash: Hex | null;
  /** Unix time in seconds. `null` when `hash` is null. */
  readonly timestamp: number | null;
}

/** A block that the service has read a chain up to. */
export interface ReachedBlock {
  readonly chainId: number;
  readonly block: number;
}
