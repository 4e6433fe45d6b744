/** Learns how many blocks a step of the backfill takes: enough for a fair number of logs in a fair time. */

const FIRST_BLOCKS = 10;
const MAX_BLOCKS = 100_000;
/** Enough logs for one step. */
const MANY_LOGS = 5_000;
const LONG_MS = 10_000;

export interface BlockRanges {
  readonly size: number;
  succeeded(blocks: number, logs: number, tookMs: number): void;
  /** Reports that the blocks have too many logs for one step. */
  shrink(blocks: number): void;
}

export function createBlockRanges(): BlockRanges {
  let size = FIRST_BLOCKS;
  const shrink = (blocks: number) => {
    size = Math.max(1, Math.floor(blocks / 2));
  };
  return {
    get size() {
      return size;
    },
    succeeded(blocks, logs, tookMs) {
      if (logs > MANY_LOGS || tookMs > LONG_MS) shrink(blocks);
      else if (blocks >= size && logs < MANY_LOGS / 4 && tookMs < LONG_MS / 4)
        size = Math.min(MAX_BLOCKS, size * 2);
    },
    shrink,
  };
}
