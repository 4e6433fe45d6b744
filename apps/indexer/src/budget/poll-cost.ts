/** Learns how many calls following a chain takes: some with each poll, some with each block. */

/** How much the last poll counts. */
const WEIGHT = 0.05;
/** Before so many polls were seen, too little is known. */
const MIN_POLLS = 5;

export interface PollCost {
  readonly perPoll: number;
  readonly perBlock: number;
  readonly blocksPerMs: number;
}

interface Poll {
  readonly calls: number;
  readonly blocks: number;
  /** The time since the poll before it. */
  readonly elapsedMs: number;
}

export interface PollCostLearner {
  add(poll: Poll): void;
  /** Null: not known yet. */
  find(): PollCost | null;
}

/** A line through the polls, by least squares; old polls count less and less. */
export function createPollCostLearner(): PollCostLearner {
  let polls = 0;
  const mean = { calls: 0, blocks: 0, blocks2: 0, product: 0, elapsedMs: 0 };

  return {
    add({ calls, blocks, elapsedMs }) {
      // The node was not asked, as one that is over its budget.
      if (calls === 0) return;
      // The first polls count alike.
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
      // A poll takes at least one call: if all seemed to be for blocks, polls would never be stretched, and more never learned.
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

/** How many calls a millisecond a chain takes that is polled so often. */
export function rateOf({ perPoll, perBlock, blocksPerMs }: PollCost, pollMs: number): number {
  return perPoll / pollMs + perBlock * blocksPerMs;
}
