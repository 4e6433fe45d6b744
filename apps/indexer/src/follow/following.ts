/** The chain that a follower follows, and the results of its steps. */
import type { Address, Registry } from '@mandate/core';
import type { Depths } from '@mandate/nodes';
import type { Block, Marks } from '@mandate/store';
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

/** The way in which new blocks are read. */
export interface Reading {
  /** `careful`: each block by its hash. `fast`: in ranges. */
  readonly form: 'careful' | 'fast';
  readonly blockTimeMs: number;
  /** The time for which the safe and the final block count as unchanged. */
  readonly tagsMs: number;
  /** The time that each range of the fast form reaches back, and that a block waits for its second read. */
  readonly lookbackMs: number;
  /** Several nodes have to give the same answer. */
  readonly isAgreed: boolean;
}

export interface Rewound {
  readonly type: 'rewound';
  readonly block: Block;
  readonly depth: number;
  /** The chain replaced blocks, the logs differ from before, or more nodes or another form read the blocks again. */
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
      /** The number of v1 vaults with unsettled revocations. */
      readonly unsettled: number;
      readonly blocks: number;
      readonly events: number;
    }
  | Rewound
  | { readonly type: 'tainted'; readonly reason: string };

/** The most blocks near the head in one transaction. */
export const MAX_BLOCKS_AT_HEAD = 64;

/** Returns whether a ledger at this block has reached the head, except for blocks that are not final yet. */
export function isFollowing({ number }: Block, { head, finalized }: Marks): boolean {
  return number >= (finalized ?? head - MAX_BLOCKS_AT_HEAD);
}
