/** Made from apps/api/src/operations by `npm run build:docs`. */

import type { ProblemCode } from '../client/errors.ts';
import {
  address,
  bytes32,
  checked,
  flag,
  object,
  oneOf,
  orNull,
  type Read,
  text,
  uint256,
  whole,
} from '../client/read-json.ts';
import type { Address, Hex } from '../hex.ts';
import { assertGrant } from '../rules.ts';
import { type Grant, ofGrant } from './registry.ts';

/** A grant, a revocation or a new amount, or one of these undone by a reorg. */
export interface Change extends Grant {
  /** The same for as long as the change is in the log: apply a change once. */
  readonly id: string;
  readonly chainId: number;
  readonly change: 'granted' | 'amountChanged' | 'revoked';
  /** A reorg undid the change: revert it. */
  readonly undone: boolean;
  /** The amount before an `amountChanged`. Null otherwise. */
  readonly amountBefore: bigint | null;
  readonly block: number;
  /** The position of its event in the block. */
  readonly log: number;
  readonly transaction: Hex;
  /** The time of the block, in seconds since 1970. `null` if unknown. */
  readonly timestamp: number | null;
}

export const readChange: Read<Change> = checked(
  object<Change>({
    ...ofGrant,
    id: text,
    chainId: whole,
    change: oneOf(['granted', 'amountChanged', 'revoked']),
    undone: flag,
    amountBefore: orNull(uint256),
    block: whole,
    log: whole,
    transaction: bytes32,
    timestamp: orNull(whole),
  }),
  assertGrant,
);

/**
 * A chain, or one vault of it, that the service cannot answer for now. Its delegations are unknown, not as
 * they were.
 */
export interface ChainDoubt {
  readonly chainId: number;
  /** Checks are answered. */
  readonly known: boolean;
  /** The code that checks are answered 503 with. `null` if `known`. */
  readonly code: ProblemCode | (string & {}) | null;
  /** The newest block that the service has read. `null` if there is none. */
  readonly block: number | null;
  /** The vault that is under audit. `null` for the whole chain. */
  readonly vault: Address | null;
}

export const readChainDoubt: Read<ChainDoubt> = object<ChainDoubt>({
  chainId: whole,
  known: flag,
  code: orNull(text),
  block: orNull(whole),
  vault: orNull(address),
});

/** A page of changes. */
export interface Changes {
  readonly changes: Change[];
  /** Send it to continue from here, now or later. */
  readonly cursor: string;
  /** The next page is available now. */
  readonly more: boolean;
  /**
   * The chains and vaults that checks are answered 503 for now. What you built from their changes is not
   * certain.
   */
  readonly unknown: ChainDoubt[];
}
