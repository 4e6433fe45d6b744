/**
 * Measures how long ago a chain's heartbeat changed, by this process's own monotonic clock. The clock of the database is
 * never used: it may be wrong, and then a dead indexer would seem alive.
 */
import type { Heartbeats } from '@mandate/store';
import { createWaiting } from './ledger-watch.ts';

export type Pulse = ReturnType<typeof createPulse>;

interface Beat {
  readonly heartbeat: number;
  readonly seenMs: number;
  /** When the primary still had no newer one. */
  lastMs: number;
}

/** Half an hour of samples. A copy of the ledger that is further behind is too old for anyone. */
const MAX_BEATS = 4_096;

export function createPulse(nowMs: () => number = () => performance.now()) {
  const startedMs = nowMs();
  let beats: Beat[] = [];

  return {
    /** Records the heartbeat that the primary has now. `null` if it does not have the chain. */
    sample(heartbeat: number | null): void {
      const [oldest] = beats;
      const newest = beats.at(-1);
      // A heartbeat below all remembered ones means a ledger restored from a backup; one among them, a server that is behind.
      if (heartbeat === null || (oldest && heartbeat < oldest.heartbeat)) beats = [];
      else if (newest && heartbeat <= newest.heartbeat) {
        if (heartbeat === newest.heartbeat) newest.lastMs = nowMs();
        return;
      }
      if (heartbeat !== null) beats.push({ heartbeat, seenMs: nowMs(), lastMs: nowMs() });
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
      // A reader that still has this heartbeat has missed everything since then.
      return isForgotten ? Number.POSITIVE_INFINITY : nowMs() - findLastMs(heartbeat, newest);
    },

    /**
     * Returns how long ago the primary was last seen with nothing newer. Infinity: before this process looked. While the
     * database was away, the primary may have had newer ones all the time.
     */
    behindMs(heartbeat: number): number {
      const [oldest] = beats;
      const newest = beats.at(-1);
      if (!oldest || !newest || newest.heartbeat <= heartbeat) return 0;
      if (heartbeat < oldest.heartbeat) return Number.POSITIVE_INFINITY;
      return nowMs() - findLastMs(heartbeat, newest);
    },
  };

  /** Searches from the newest: every check asks, and a read model is only one or two heartbeats behind. */
  function findLastMs(heartbeat: number, newest: Beat): number {
    let { seenMs } = newest;
    for (let i = beats.length - 1; i >= 0; i--) {
      const beat = beats[i];
      if (!beat) break;
      if (beat.heartbeat <= heartbeat) return beat.lastMs;
      ({ seenMs } = beat);
    }
    return seenMs;
  }
}

const SAMPLE_EVERY_MS = 500;

/**
 * Reads heartbeats, logs and marks all the time, in one statement. While the database does not answer, nothing is seen: a
 * chain whose marks can't be read soon counts as silent. `read` gets the stamp of the marks that were read last.
 */
export function startSampler(
  read: (marksStamp: string | null) => Promise<Heartbeats>,
  sample: (sampled: Heartbeats) => void,
) {
  let last: Heartbeats | null = null;
  const closing = new AbortController();
  const pausing = createWaiting();
  const first = Promise.withResolvers<void>();
  const ended = keepSampling();

  async function keepSampling(): Promise<void> {
    while (!closing.signal.aborted) {
      const sampled = await read(last?.marksStamp ?? null).catch(() => null);
      last = sampled ?? last;
      if (sampled) sample(sampled);
      first.resolve();
      await pausing.wait([], SAMPLE_EVERY_MS, closing.signal);
    }
  }

  return {
    /** Resolves after the database was asked once, whether or not it answered. */
    first: first.promise,
    /** The ledger that the database has. `null` if it was not asked yet. */
    ledgerId: () => last?.ledgerId ?? null,
    /** The identity of a chain's log. `null` if it was not read yet, or the ledger does not have the chain. */
    feedOf: (chainId: number) => last?.feeds.get(chainId) ?? null,
    async close() {
      closing.abort();
      await ended;
    },
  };
}
