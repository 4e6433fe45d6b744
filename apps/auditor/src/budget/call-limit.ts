/** Limits calls per second and per day. The calls of a day are spread over it. */
import { setTimeout as delay } from 'node:timers/promises';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600_000;
/** Calls that were not made can be made up for within this time. */
const BURST_MS = 10 * 60_000;

export interface CallLimits {
  readonly callsPerDay: number;
  readonly callsPerSecond: number;
}

export interface CallLimit {
  /** Waits until these calls fit into their second. */
  admit(calls: number): Promise<void>;
  /** Returns how long to wait with the next step. A step that has begun is not slowed down: its block gets old. */
  pauseMs(): number;
}

export function createCallLimit(
  { callsPerDay, callsPerSecond }: CallLimits,
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): CallLimit {
  const second = createBucket(callsPerSecond / SECOND_MS, callsPerSecond, now);
  const day = createBucket(callsPerDay / DAY_MS, (callsPerDay / DAY_MS) * BURST_MS, now);
  return {
    async admit(calls) {
      day(calls);
      const waitMs = second(calls);
      if (waitMs > 0) await delay(waitMs, undefined, { signal });
    },
    pauseMs: () => day(0),
  };
}

/** Takes from a bucket that fills at a rate. Returns how long to wait until what was taken has flowed in. */
function createBucket(perMs: number, capacity: number, now: () => number) {
  let level = capacity;
  let at = now();
  return (calls: number): number => {
    const time = now();
    level = Math.min(capacity, level + (time - at) * perMs) - calls;
    at = time;
    return level >= 0 ? 0 : -level / perMs;
  };
}
