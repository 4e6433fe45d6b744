import type { Registries } from '@mandate/core';
import type { Hex } from 'viem';
import { toHex } from './row.ts';

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  /** The chain's own timestamp, in seconds since 1970. */
  readonly timestamp: number;
}

/** A block with at least one event of a registry. */
export interface EventfulBlock extends Block {
  /** A digest that differs whenever the block's logs differ. `null` if it is not known. */
  readonly logsDigest?: Hex | null;
}

/** The positions of the chain itself at the last poll. */
export interface Marks {
  readonly head: number;
  /** `null` if it is not known, because the nodes name no such block. */
  readonly safe: number | null;
  readonly finalized: number | null;
  /** The blocks above the safe one rest on a single answer of one node, so strict answers use the safe block. */
  readonly provisional?: boolean;
}

export type ChainState = 'backfilling' | 'following' | 'tainted';

/** The block that a chain's rows are valid for. Every answer names it. */
export interface Checkpoint extends Marks {
  readonly chainId: number;
  readonly block: Block;
  readonly state: ChainState;
  /** Why the chain is tainted. `null` if it is not. */
  readonly reason: string | null;
  /**
   * The number of times that the chain went back. Rows read before a rewind are still valid below the block it went
   * back to.
   */
  readonly rewinds: number;
  /** Incremented with every completed poll of the indexer. While it changes, the indexer is alive. */
  readonly heartbeat: number;
  /** The registries whose events are all in the rows. `null` for those that the settings name. */
  readonly registries: Registries | null;
  /** The first block whose answers don't depend on an unverified imported history. 0: no block depends on one. */
  readonly verifiedFrom: number;
}

/** An answer and the checkpoint it was read with, in one statement. `null` if the chain is not in the ledger. */
export type Read<T> = ({ readonly checkpoint: Checkpoint } & T) | null;

export interface CheckpointRow {
  readonly chain_id: number;
  readonly block_number: number;
  readonly block_hash: Buffer;
  readonly block_timestamp: number;
  readonly head_number: number;
  readonly safe_number: number | null;
  readonly finalized_number: number | null;
  readonly state: ChainState;
  readonly reason: string | null;
  readonly rewinds: number;
  readonly heartbeat: number;
  readonly verified_from: number;
  readonly provisional: boolean;
  readonly covered: Registries | null;
}

/**
 * A log scan or a digest verifies the history of an imported ledger; the proof of its live rows verifies the blocks
 * since.
 */
const VERIFIED_FROM = `case when c.imported_block is null or c.scanned_block >= c.imported_block then 0
  else coalesce(c.proved_block, ${Number.MAX_SAFE_INTEGER}) end as verified_from`;

/** Older versions don't know this column and move only the block: blocks that they read are not covered. */
export const COVERED = 'case when c.covered_hash = c.block_hash then c.registries end';

export const CHECKPOINT_COLUMNS = [
  ...['chain_id', 'block_number', 'block_hash', 'block_timestamp', 'head_number', 'safe_number'],
  ...['finalized_number', 'state', 'reason', 'rewinds', 'heartbeat', 'provisional'],
]
  .map((column) => `c.${column}`)
  .concat(VERIFIED_FROM, `${COVERED} as covered`)
  .join(', ');

/** The newest block of chain `c` that is in the ledger and covered by the mark. `null` if the mark is not known. */
export const REACHED = {
  safe: reached('c.safe_number'),
  finalized: reached('c.finalized_number'),
};

/** The block of chain `c` that a strict answer names. */
export const NAMED_STRICTLY = `case when c.provisional then ${REACHED.safe} else c.block_number end`;

/** `least` alone ignores nulls: without a mark, the newest block would count as safe and final. */
function reached(mark: string): string {
  return `case when ${mark} is not null then least(${mark}, c.block_number) end`;
}

export function readCheckpoint(row: CheckpointRow): Checkpoint {
  return {
    chainId: row.chain_id,
    block: { number: row.block_number, hash: toHex(row.block_hash), timestamp: row.block_timestamp },
    head: row.head_number,
    safe: row.safe_number,
    finalized: row.finalized_number,
    state: row.state,
    reason: row.reason,
    rewinds: row.rewinds,
    heartbeat: row.heartbeat,
    registries: row.covered,
    verifiedFrom: row.verified_from,
    provisional: row.provisional,
  };
}
