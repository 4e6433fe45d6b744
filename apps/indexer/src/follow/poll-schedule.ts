/** Schedules the next poll of a chain's head for when its next block is due. */
import type { Block } from '@mandate/store';

export interface PollSchedule {
  /** Returns how long to wait after a step that left the ledger at the chain's newest block. */
  next(block: Block): number;
}

export interface Pace {
  readonly blockTimeMs: number;
  /** `null` if the polls follow the block time. */
  readonly pollMs: number | null;
  readonly form: 'careful' | 'fast';
}

/** The poll interval of a chain that is read in ranges. */
const FAST_POLL_MS = 2_000;
const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 15_000;
/** A late block is polled for again after this part of a block time. */
const RETRY_PART = 1 / 6;
const MAX_RETRY_MS = 2_000;
/**
 * After each block that was there when it was due, the next poll is earlier by this part of a block time: large steps
 * until a block was missed, then small ones.
 */
const EARLIER_PART = { first: 1 / 8, later: 1 / 100 };

export function createPollSchedule(pace: Pace, now: () => number = Date.now): PollSchedule {
  if (pace.pollMs !== null) return createSteadySchedule(pace.pollMs, now);
  return pace.form === 'fast'
    ? createSteadySchedule(FAST_POLL_MS, now)
    : createDueSchedule(pace.blockTimeMs, now);
}

/** Polls at a fixed interval, however long a step takes. */
function createSteadySchedule(pollMs: number, now: () => number): PollSchedule {
  let due = now();
  return {
    next() {
      due = Math.max(due + pollMs, now());
      return due - now();
    },
  };
}

/** Learns how long after its timestamp a block can be seen, by our clock, and polls for the next one then. */
function createDueSchedule(blockTimeMs: number, now: () => number): PollSchedule {
  const retryMs = Math.min(MAX_RETRY_MS, blockTimeMs * RETRY_PART);
  let lastSeen: Block | null = null;
  let delayMs: number | null = null;
  let missed = false;
  let earlierMs = blockTimeMs * EARLIER_PART.first;

  /** A block that was missed came after the last poll. One that was not may have been there for long. */
  function learn(block: Block): void {
    const ageMs = now() - 1_000 * block.timestamp;
    if (missed) {
      delayMs = ageMs - retryMs / 2;
      earlierMs = blockTimeMs * EARLIER_PART.later;
    } else delayMs = delayMs === null ? ageMs : Math.min(ageMs, delayMs - earlierMs);
  }

  return {
    next(block) {
      const isNew = block.hash !== lastSeen?.hash;
      if (isNew) learn(block);
      missed = !isNew;
      lastSeen = block;
      const dueMs = 1_000 * block.timestamp + blockTimeMs + (delayMs ?? 0) - now();
      const waitMs = isNew && dueMs > 0 ? dueMs : retryMs;
      return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs));
    },
  };
}
