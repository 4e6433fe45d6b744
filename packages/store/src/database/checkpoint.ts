import type { Registries } from '@mandate/core';
import type { Hex } from 'viem';
import { toHex } from './row.ts';

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  /** Seconds since 1970, as the chain says. */
  readonly timestamp: number;
}

/** A block in which something happened. */
export interface EventfulBlock extends Block {
  /** Tells its logs from all others. Null: not known. */
  readonly logsDigest?: Hex | null;
}

/** How far the chain itself was when we last looked. */
export interface Marks {
  readonly head: number;
  /** Null: not known. The nodes name no such block. */
  readonly safe: number | null;
  readonly finalized: number | null;
  /** The blocks above the safe one rest on one answer of one node: strict answers are about the safe block. */
  readonly provisional?: boolean;
}

export type ChainState = 'backfilling' | 'following' | 'tainted';

/** The block that a chain's rows are true for. An answer names it. */
export interface Checkpoint extends Marks {
  readonly chainId: number;
  readonly block: Block;
  readonly state: ChainState;
  /** Why the chain is tainted; null when it isn't. */
  readonly reason: string | null;
  /** How often the chain has gone back: what was read before is still true below where it went. */
  readonly rewinds: number;
  /** Raised with every poll that the indexer completes: whether it still changes tells whether the indexer is alive. */
  readonly heartbeat: number;
  /** The registries that the rows were made from, all of their events. Null: those that the settings name. */
  readonly registries: Registries | null;
  /** The first block whose answers don't depend on an imported history that nobody has verified yet; 0: all of them. */
  readonly verifiedFrom: number;
}

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

/** A scan of the logs, or a digest, verifies the history of an imported ledger; the proof of what stands, the blocks since. */
const VERIFIED_FROM = `case when c.imported_block is null or c.scanned_block >= c.imported_block then 0
  else coalesce(c.proved_block, ${Number.MAX_SAFE_INTEGER}) end as verified_from`;

/** Versions that know nothing of this column move the block alone: what they read is not covered by it. */
export const COVERED = 'case when c.covered_hash = c.block_hash then c.registries end';

export const CHECKPOINT_COLUMNS = [
  ...['chain_id', 'block_number', 'block_hash', 'block_timestamp', 'head_number', 'safe_number'],
  ...['finalized_number', 'state', 'reason', 'rewinds', 'heartbeat', 'provisional'],
]
  .map((column) => `c.${column}`)
  .concat(VERIFIED_FROM, `${COVERED} as covered`)
  .join(', ');

/** The newest block of the chain `c` that the ledger has of those which the mark covers; null where the mark is not known. */
export const REACHED = {
  safe: reached('c.safe_number'),
  finalized: reached('c.finalized_number'),
};

/** The block of the chain `c` that a strict answer names. */
export const NAMED_STRICTLY = `case when c.provisional then ${REACHED.safe} else c.block_number end`;

/** Not `least` alone, which leaves a null out: the newest block would pass as safe and final. */
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
