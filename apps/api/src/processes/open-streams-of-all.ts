/** Counts the event streams of all workers: a client has one share for all of them. */
import { createShares, type Level } from '../access/limit/shares.ts';

export interface StreamsOfAll {
  /** The level that has no room; null: the stream is open. */
  open(workerId: number, levels: readonly Level[]): Level | null;
  close(workerId: number, levels: readonly Level[]): void;
  /** The worker has ended, and its streams with it. */
  forget(workerId: number): void;
}

export function createStreamsOfAll(): StreamsOfAll {
  const shares = createShares();
  /** The levels to give back, by worker and by the names of the levels of each stream. */
  const workers = new Map<number, Map<string, (readonly Level[])[]>>();
  const nameOf = (levels: readonly Level[]) => levels.map(({ name }) => name).join(' ');

  return {
    open(workerId, levels) {
      const full = shares.take(levels, 1);
      if (full) return full;
      const streams = workers.get(workerId) ?? new Map<string, (readonly Level[])[]>();
      workers.set(workerId, streams);
      const name = nameOf(levels);
      streams.set(name, [...(streams.get(name) ?? []), levels]);
      return null;
    },
    close(workerId, levels) {
      const streams = workers.get(workerId)?.get(nameOf(levels));
      if (streams?.pop()) shares.give(levels, 1);
    },
    forget(workerId) {
      for (const levels of [...(workers.get(workerId)?.values() ?? [])].flat()) shares.give(levels, 1);
      workers.delete(workerId);
    },
  };
}
