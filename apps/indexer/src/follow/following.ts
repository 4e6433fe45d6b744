/** The chain that a follower follows, and what its steps come to. */
import type { Address, Registry } from '@mandate/core';
import type { Block, Marks } from '@mandate/store';
import type { Depths } from '../nodes/source.ts';
import type { Evidence } from '../verify/verify.ts';

export interface FollowedChain {
  readonly chainId: number;
  readonly registries: Readonly<Partial<Record<Registry, Address>>>;
  readonly evidence: Evidence;
  readonly depths: Depths;
  /** The first block that can hold a delegation. */
  readonly startBlock: number;
  readonly reading: Reading;
}

/** How new blocks are read. */
export interface Reading {
  /** Each by its hash, or in ranges. */
  readonly form: 'careful' | 'fast';
  readonly blockTimeMs: number;
  /** How long the safe and the final block are taken to be where they were. */
  readonly tagsMs: number;
  /** How far back each range of the fast form reaches, and how long a block waits for its second look. */
  readonly lookbackMs: number;
  /** Several nodes have to give the same answer. */
  readonly isAgreed: boolean;
}

export interface Rewound {
  readonly type: 'rewound';
  readonly block: Block;
  readonly depth: number;
  /** The chain replaced blocks, logs were others than before, or more nodes or another form read the blocks again. */
  readonly why: 'reorg' | 'doubt' | 'form';
}

export type Step =
  /** The ledger is at the head, or the node is behind the ledger. */
  | {
      readonly type: 'idle';
      readonly block: Block;
      readonly marks: Marks;
      readonly unsettled: number;
    }
  | {
      readonly type: 'advanced';
      readonly block: Block;
      readonly marks: Marks;
      /** How many v1 vaults have revocations that are not settled. */
      readonly unsettled: number;
      readonly blocks: number;
      readonly events: number;
    }
  | Rewound
  | { readonly type: 'tainted'; readonly reason: string };

/** One transaction takes at most this many blocks near the head. */
export const MAX_BLOCKS_AT_HEAD = 64;

/** Tells whether a ledger at this block is at the head, except for blocks that are not final yet. */
export function isFollowing({ number }: Block, { head, finalized }: Marks): boolean {
  return number >= (finalized ?? head - MAX_BLOCKS_AT_HEAD);
}
