/** The metrics of a worker of webhooks. What all workers have in common comes from the database. */
import { setTimeout as delay } from 'node:timers/promises';
import type { LoggedChange, WebhookWorkStore } from '@mandate/store';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A scrape does not wait for a database that hangs. */
const READ_TIMEOUT_MS = 2_000;
const SECOND_MS = 1_000;
const STATES = ['new', 'active', 'paused', 'off'] as const;
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(store: Pick<WebhookWorkStore, 'count'>, inFlight: () => number) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seenAt = new WeakMap<LoggedChange, number>();
  const named = (name: string, help: string) => ({ name: `mandate_webhooks_${name}`, help, registers });
  const attempts = new Counter({
    ...named('attempts_total', 'Attempts to deliver an event'),
    labelNames: ['outcome'],
  });
  for (const outcome of ['delivered', 'failed']) attempts.inc({ outcome }, 0);
  const answers = new Histogram({
    ...named('answer_seconds', 'How long receivers took to answer'),
    buckets: BUCKETS,
  });
  const lag = new Histogram({
    ...named(
      'lag_seconds',
      'From the moment this process read a change to its delivery, if its first try was delivered',
    ),
    buckets: BUCKETS,
  });
  const held = new Gauge(named('held', 'Endpoints of this process'));
  new Gauge({
    ...named('in_flight', 'Requests that are open'),
    collect() {
      this.set(inFlight());
    },
  });
  addCounts();

  /** Adds the figures that the database has, for all workers. */
  function addCounts(): void {
    const read = createReadCounts(store);
    new Gauge({
      ...named('endpoints', 'Endpoints, by their state'),
      labelNames: ['state'],
      async collect() {
        const counts = await read();
        this.reset();
        if (counts) for (const state of STATES) this.set({ state }, counts.states.get(state) ?? 0);
      },
    });
    for (const [name, help, of] of [
      ['unheld', 'Endpoints that should be delivered to, and that no worker has', 'unheld'],
      ['failing', 'Active endpoints of which an event failed three times or more', 'failing'],
    ] as const)
      new Gauge({
        ...named(name, help),
        async collect() {
          const counts = await read();
          this.reset();
          if (counts) this.set(counts[of]);
        },
      });
  }

  return {
    registry,
    held: (endpoints: number) => held.set(endpoints),
    tried(outcome: 'delivered' | 'failed', ms: number): void {
      attempts.inc({ outcome });
      answers.observe(ms / SECOND_MS);
    },
    /** A change was read from the log. */
    seen: (change: LoggedChange) => void seenAt.set(change, performance.now()),
    delivered(change: LoggedChange): void {
      const seen = seenAt.get(change);
      if (seen !== undefined) lag.observe((performance.now() - seen) / SECOND_MS);
    },
  };
}

/** Reads once for all metrics of a scrape. */
function createReadCounts(store: Pick<WebhookWorkStore, 'count'>) {
  type Counts = Awaited<ReturnType<WebhookWorkStore['count']>>;
  let asking: Promise<Counts | null> | null = null;
  return () => {
    asking ??= Promise.race([
      store.count().catch(() => null),
      delay(READ_TIMEOUT_MS, null, { ref: false }),
    ]).finally(() => {
      asking = null;
    });
    return asking;
  };
}
