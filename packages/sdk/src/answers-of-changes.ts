/** The types of the feed of changes. */
import type { Grant } from './answers.ts';
import type { ProblemCode } from './client/errors.ts';
import type { Address, Hex } from './hex.ts';

/** A grant, a revocation or a new amount, or one of these undone by a reorg. */
export interface Change extends Grant {
  readonly chainId: number;
  readonly change: 'granted' | 'amountChanged' | 'revoked';
  /** True when a reorg removed the block. Revert this change. */
  readonly undone: boolean;
  /** The amount before an `amountChanged`. Null otherwise. */
  readonly amountBefore: bigint | null;
  readonly block: number;
  readonly log: number;
  readonly transaction: Hex;
  /** Unix time of the block in seconds. */
  readonly timestamp: number | null;
}

/** A page of changes. */
export interface Changes {
  readonly changes: Change[];
  /** Pass it as `cursor` to continue from here, now or later. */
  readonly cursor: string;
  /** True when more changes are available now. */
  readonly more: boolean;
  /** What checks are answered 503 for now. Everything else is known. */
  readonly unknown: ChainDoubt[];
}

/** A chain, or one vault of it, that the service cannot answer for now. Its delegations are unknown, not as they were. */
export interface ChainDoubt {
  readonly chainId: number;
  readonly known: boolean;
  /** The code that checks are answered 503 with. Null if `known`. */
  readonly code: ProblemCode | (string & {}) | null;
  /** The newest block that the service has read. Null: none. */
  readonly block: number | null;
  /** The vault that is under audit. Null: the whole chain is in doubt. */
  readonly vault: Address | null;
}

/** A block that the service has read a chain up to. */
export interface ReachedBlock {
  readonly chainId: number;
  readonly block: number;
}

/** A change, and the cursor that continues after it. */
export interface WatchedChange {
  readonly change: Change;
  readonly cursor: string;
}
