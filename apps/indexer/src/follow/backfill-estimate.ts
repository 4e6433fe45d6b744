/** Estimates the cost of a backfill before it begins, and again once its pace is known. */
import type { Step } from './following.ts';

export interface Estimate {
  /** Blocks that are left to read. */
  readonly blocks: number;
  readonly rangeBlocks: number;
  /** Calls that each node gets for them. */
  readonly calls: number;
  readonly seconds: number;
}

/** Methods return null if there is nothing new to report. */
export interface BackfillEstimate {
  begin(indexed: number, head: number): Estimate | null;
  stepped(step: Step): Estimate | null;
}

/** A range takes a call for its logs, and one for the header at each of its ends. */
const CALLS_PER_RANGE = 3;
/** Before a node was asked, its limits and its speed are unknown. */
const ASSUMED = { rangeBlocks: 10_000, secondsPerRange: 0.3 };
/** Shorter backfills end before anyone reads the estimate. */
const MIN_BLOCKS = 1_000;
const FIRST_AFTER_MS = 30_000;
const NEXT_AFTER_MS = 600_000;

export function createBackfillEstimate(nowMs: () => number = () => performance.now()): BackfillEstimate {
  let since = { block: 0, atMs: 0 };
  let waitMs = FIRST_AFTER_MS;

  const estimate = (blocks: number, rangeBlocks: number, secondsPerBlock: number): Estimate | null => {
    if (blocks < MIN_BLOCKS) return null;
    const calls = CALLS_PER_RANGE * Math.ceil(blocks / rangeBlocks);
    return { blocks, rangeBlocks, calls, seconds: Math.ceil(blocks * secondsPerBlock) };
  };

  return {
    begin(indexed, head) {
      since = { block: indexed, atMs: nowMs() };
      waitMs = FIRST_AFTER_MS;
      const { rangeBlocks, secondsPerRange } = ASSUMED;
      return estimate(head - indexed, rangeBlocks, secondsPerRange / rangeBlocks);
    },
    stepped(step) {
      const tookMs = nowMs() - since.atMs;
      if (step.type !== 'advanced' || step.blocks === 0 || tookMs < waitMs) return null;
      const { block, marks, blocks } = step;
      const read = block.number - since.block;
      since = { block: block.number, atMs: nowMs() };
      waitMs = NEXT_AFTER_MS;
      return read > 0 ? estimate(marks.head - block.number, blocks, tookMs / 1_000 / read) : null;
    },
  };
}

export function describeEstimate({ blocks, rangeBlocks, calls, seconds }: Estimate): string {
  const counts = [blocks, rangeBlocks, calls].map((count) => count.toLocaleString('en'));
  return `${counts[0]} blocks; at ${counts[1]} blocks a range about ${counts[2]} calls, ${describeTime(seconds)}`;
}

export function describeTime(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
