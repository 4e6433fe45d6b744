import type { Hex } from './hex.ts';

/** The block an answer is true at. */
export interface Block {
  readonly chainId: number;
  readonly number: number;
  /** Null only for a block you named with `atBlock` or `blockTag` in which no registry event happened. */
  readonly hash: Hex | null;
  /** Unix time in seconds. Null when `hash` is null. */
  readonly timestamp: number | null;
}
