/**
 * How long ago a chain's heartbeat changed, by this process's own monotonic clock. The clock of the database is never
 * asked: it may be wrong, and then an indexer that died would seem alive.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Heartbeats } from '@mandate/store';

export interface Pulse {
  /** Takes what the primary has now. Null: it does not have the chain. */
  sample(heartbeat: number | null): void;
  /** How long the indexer has been silent, as someone who has read this heartbeat must assume. */
  ageMs(heartbeat: number): number;
}

interface Beat {
  readonly heartbeat: number;
  readonly seenMs: number;
}

/** Half an hour of samples. A copy of the ledger that is further behind is too old for anyone. */
const MAX_BEATS = 4_096;

export function createPulse(nowMs: () => number = () => performance.now()): Pulse {
  const startedMs = nowMs();
  /** The samples, rising. */
  let beats: Beat[] = [];

  return {
    sample(heartbeat) {
      const [oldest] = beats;
      const newest = beats.at(-1);
      // Before all that is remembered: the ledger was restored from a backup. Within it, a server is behind.
      if (heartbeat === null || (oldest && heartbeat < oldest.heartbeat)) beats = [];
      else if (newest && heartbeat <= newest.heartbeat) return;
      if (heartbeat !== null) beats.push({ heartbeat, seenMs: nowMs() });
      if (beats.length > MAX_BEATS) beats.shift();
    },

    ageMs(heartbeat) {
      const newest = beats.at(-1);
      // Before the first sample, what is read counts as seen when the process started.
      if (!newest) return nowMs() - startedMs;
      // One that was read before it was sampled changed after the newest sample did.
      if (heartbeat >= newest.heartbeat) return nowMs() - newest.seenMs;
      const isForgotten = beats.length === MAX_BEATS && heartbeat < (beats[0]?.heartbeat ?? 0);
      if (isForgotten) return Number.POSITIVE_INFINITY;
      // Silent since the first larger one was seen, for whoever still has this one. A read model is one or two behind, and
      // every check asks: the newest come first.
      let next = newest;
      for (let i = beats.length - 1; i >= 0; i--) {
        const beat = beats[i];
        if (!beat || beat.heartbeat <= heartbeat) break;
        next = beat;
      }
      return nowMs() - next.seenMs;
    },
  };
}

export interface Sampler {
  close(): Promise<void>;
}

const SAMPLE_EVERY_MS = 500;

/** Reads the heartbeats all the time. While the database does not answer, nothing is seen. */
export function startSampler(
  read: () => Promise<Heartbeats>,
  take: (heartbeats: Heartbeats) => void,
): Sampler {
  const closing = new AbortController();
  const ended = keepSampling();

  async function keepSampling(): Promise<void> {
    while (!closing.signal.aborted) {
      await read().then(take, () => {});
      await delay(SAMPLE_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    async close() {
      closing.abort();
      await ended;
    },
  };
}
