/**
 * The metrics of all processes as one. Counters and histograms add up, and never fall: what a process has counted
 * until it was last asked stays, when it does not answer or is replaced. How gauges come together, each of them says.
 */
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Snapshot } from './procedures.ts';

export interface MetricsOfAll {
  /** As Prometheus reads it. */
  tell(): Promise<string>;
  /** The worker has ended. */
  retire(workerId: number): void;
}

export interface MetricsOfAllOptions {
  /** Of the first process itself. */
  readonly registry: Registry;
  /** Those that run now, and how they are asked. */
  list(): Iterable<readonly [workerId: number, ask: () => Promise<Snapshot>]>;
}

export function createMetricsOfAll({ registry, list }: MetricsOfAllOptions): MetricsOfAll {
  /** What each worker said when it was last asked. */
  const last = new Map<number, Snapshot>();
  let retired: Snapshot = [];
  let gathering: Promise<string> | null = null;

  async function gather(): Promise<string> {
    const answers = await Promise.all([...list()].map(([id, ask]) => askOne(id, ask)));
    const own = await registry.getMetricsAsJSON();
    // From here on nothing waits: a worker that has ended meanwhile is retired, or not yet, and counts once.
    const said = [...last.values()].map((each) => (answers.includes(each) ? each : each.filter(isCounted)));
    return merge([own, ...said, retired]).metrics();
  }

  /** Null: it hangs, or has just ended. That does not keep the others from being read. */
  async function askOne(id: number, ask: () => Promise<Snapshot>): Promise<Snapshot | null> {
    const said = await ask().catch(() => null);
    if (said) last.set(id, said);
    return said;
  }

  return {
    tell() {
      gathering ??= gather().finally(() => {
        gathering = null;
      });
      return gathering;
    },
    retire(workerId) {
      const said = last.get(workerId) ?? [];
      last.delete(workerId);
      retired = merge([retired, said.filter(isCounted)]).getMetricsAsArray() as Snapshot;
    },
  };
}

const merge = (snapshots: readonly Snapshot[]) => AggregatorRegistry.aggregate([...snapshots]);

/** By what they are called in a snapshot, which is not what their type says. */
const isCounted = ({ type }: Snapshot[number]) => ['counter', 'histogram'].includes(String(type));
