/**
 * Measures how long ago a chain's heartbeat changed, by this process's own monotonic clock. The clock of the database is
 * never used: it may be wrong, and then a dead indexer would seem alive.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Heartbeats, Mark } from '@mandate/store';

export type Pulse = ReturnType<typeof createPulse>;

interface Beat {
  readonly heartbeat: number;
  readonly seenMs: number;
}

/** Half an hour of samples. A copy of the ledger that is further behind is too old for anyone. */
const MAX_BEATS = 4_096;

export function createPulse(nowMs: () => number = () => performance.now()) {
  const startedMs = nowMs();
  let beats: Beat[] = [];

  return {
    /** Records the heartbeat that the primary has now. Null: it does not have the chain. */
    sample(heartbeat: number | null): void {
      const [oldest] = beats;
      const newest = beats.at(-1);
      // A heartbeat below all remembered ones means a ledger restored from a backup; one among them, a server that is behind.
      if (heartbeat === null || (oldest && heartbeat < oldest.heartbeat)) beats = [];
      else if (newest && heartbeat <= newest.heartbeat) return;
      if (heartbeat !== null) beats.push({ heartbeat, seenMs: nowMs() });
      if (beats.length > MAX_BEATS) beats.shift();
    },

    /** Returns how long the indexer has been silent, for a reader whose newest heartbeat is this one. */
    ageMs(heartbeat: number): number {
      const newest = beats.at(-1);
      // Before the first sample, a heartbeat counts as seen when the process started.
      if (!newest) return nowMs() - startedMs;
      // A heartbeat that is not sampled yet changed after the newest sample.
      if (heartbeat >= newest.heartbeat) return nowMs() - newest.seenMs;
      const isForgotten = beats.length === MAX_BEATS && heartbeat < (beats[0]?.heartbeat ?? 0);
      // For a reader that still has this heartbeat, the indexer is silent since the next one was seen.
      return isForgotten ? Number.POSITIVE_INFINITY : nowMs() - findNext(heartbeat, newest).seenMs;
    },

    /** For how long the primary has had a newer one. Infinity: since before this process looked. */
    behindMs(heartbeat: number): number {
      const [oldest] = beats;
      const newest = beats.at(-1);
      if (!oldest || !newest || newest.heartbeat <= heartbeat) return 0;
      if (heartbeat < oldest.heartbeat) return Number.POSITIVE_INFINITY;
      return nowMs() - findNext(heartbeat, newest).seenMs;
    },
  };

  /** Searches from the newest: every check asks, and a read model is only one or two heartbeats behind. */
  function findNext(heartbeat: number, newest: Beat): Beat {
    let next = newest;
    for (let i = beats.length - 1; i >= 0; i--) {
      const beat = beats[i];
      if (!beat || beat.heartbeat <= heartbeat) break;
      next = beat;
    }
    return next;
  }
}

/** The state of the ledger that is read all the time. */
export interface Sampled extends Heartbeats {
  readonly marks: readonly Mark[];
}

const SAMPLE_EVERY_MS = 500;

/**
 * Reads heartbeats and marks all the time. While the database does not answer, nothing is seen: a chain whose marks
 * can't be read soon counts as silent.
 */
export function startSampler(read: () => Promise<Sampled>, sample: (sampled: Sampled) => void) {
  let ledgerId: string | null = null;
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  const ended = keepSampling();

  async function keepSampling(): Promise<void> {
    while (!closing.signal.aborted) {
      const sampled = await read().catch(() => null);
      ledgerId = sampled ? sampled.ledgerId : ledgerId;
      if (sampled) sample(sampled);
      first.resolve();
      await delay(SAMPLE_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    /** Resolves after the database was asked once, whether or not it answered. */
    first: first.promise,
    /** The ledger that the database has. Null: it was not asked yet. */
    ledgerId: () => ledgerId,
    async close() {
      closing.abort();
      await ended;
    },
  };
}
