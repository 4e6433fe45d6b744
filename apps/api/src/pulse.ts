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
  /** For how long the primary has had a newer one. Infinity: since before this process looked. */
  behindMs(heartbeat: number): number;
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
      // Silent since the first larger one was seen, for whoever still has this one.
      return isForgotten ? Number.POSITIVE_INFINITY : nowMs() - findNext(heartbeat, newest).seenMs;
    },

    behindMs(heartbeat) {
      const [oldest] = beats;
      const newest = beats.at(-1);
      if (!oldest || !newest || newest.heartbeat <= heartbeat) return 0;
      if (heartbeat < oldest.heartbeat) return Number.POSITIVE_INFINITY;
      return nowMs() - findNext(heartbeat, newest).seenMs;
    },
  };

  /** A read model is one or two behind, and every check asks: the newest come first. */
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

export interface Sampler {
  /** Ends when the database was asked once, whatever came of it. */
  readonly first: Promise<void>;
  /** The ledger that the database has. Null: it was not asked yet. */
  ledgerId(): string | null;
  close(): Promise<void>;
}

const SAMPLE_EVERY_MS = 500;

/** Reads the heartbeats all the time. While the database does not answer, nothing is seen. */
export function startSampler(read: () => Promise<Heartbeats>, pulses: ReadonlyMap<number, Pulse>): Sampler {
  let ledgerId: string | null = null;
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  const ended = keepSampling();

  function take(sampled: Heartbeats): void {
    ledgerId = sampled.ledgerId;
    for (const [chainId, pulse] of pulses) pulse.sample(sampled.heartbeats.get(chainId) ?? null);
  }

  async function keepSampling(): Promise<void> {
    while (!closing.signal.aborted) {
      await read().then(take, () => {});
      first.resolve();
      await delay(SAMPLE_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    first: first.promise,
    ledgerId: () => ledgerId,
    async close() {
      closing.abort();
      await ended;
    },
  };
}
