/** Learns how many calls following a chain takes, per poll and per block. */

/** The weight of the last poll. */
const WEIGHT = 0.05;
/** With fewer polls, the cost is unknown. */
const MIN_POLLS = 5;

export interface PollCost {
  readonly perPoll: number;
  readonly perBlock: number;
  readonly blocksPerMs: number;
}

interface Poll {
  readonly calls: number;
  readonly blocks: number;
  /** The time since the previous poll. */
  readonly elapsedMs: number;
}

export interface PollCostLearner {
  add(poll: Poll): void;
  /** `null` if it is not known yet. */
  find(): PollCost | null;
}

/** Fits a line through the polls by least squares. Old polls count less and less. */
export function createPollCostLearner(): PollCostLearner {
  let polls = 0;
  const mean = { calls: 0, blocks: 0, blocks2: 0, product: 0, elapsedMs: 0 };

  return {
    add({ calls, blocks, elapsedMs }) {
      // The node was not asked, e.g. because it is over its budget.
      if (calls === 0) return;
      // The first polls count equally.
      const weight = Math.max(WEIGHT, 1 / ++polls);
      mean.calls += weight * (calls - mean.calls);
      mean.blocks += weight * (blocks - mean.blocks);
      mean.blocks2 += weight * (blocks ** 2 - mean.blocks2);
      mean.product += weight * (calls * blocks - mean.product);
      mean.elapsedMs += weight * (elapsedMs - mean.elapsedMs);
    },
    find() {
      if (polls < MIN_POLLS || mean.elapsedMs <= 0) return null;
      const variance = mean.blocks2 - mean.blocks ** 2;
      const slope = variance > 0.01 ? (mean.product - mean.calls * mean.blocks) / variance : 0;
      // A poll takes at least one call: if all calls seemed to be for blocks, polls would never be stretched, and
      // nothing more would be learned.
      const most = mean.blocks > 0 ? Math.max(0, mean.calls - 1) / mean.blocks : 0;
      const perBlock = Math.min(most, Math.max(0, slope));
      return {
        perPoll: mean.calls - perBlock * mean.blocks,
        perBlock,
        blocksPerMs: mean.blocks / mean.elapsedMs,
      };
    },
  };
}

/** Returns how many calls per millisecond a chain takes at this poll interval. */
export function rateOf({ perPoll, perBlock, blocksPerMs }: PollCost, pollMs: number): number {
  return perPoll / pollMs + perBlock * blocksPerMs;
}
