/** How far the log of each chain was read, and the newest changes of all of them. */
import { type ChangeFilter, type NewChanges, passes } from '@mandate/store';
import type { Listeners } from './listeners.ts';
import { LiveChange } from './live-change.ts';
import { createRing } from './ring.ts';

interface ReadUpTo {
  readonly feed: string;
  number: number;
  /** `null` if the log has no change of that number any more. */
  stamp: string | null;
  /** The block that all of these changes lead to. `null` until all were read once. */
  block: number | null;
  /** The ledger as of the last look. */
  newest: Pick<NewChanges, 'block' | 'marks'>;
  /** These are all changes up to then. */
  isAll: boolean;
  /** Without a gap, the ring has what came after. */
  readonly since: { readonly seq: number; readonly number: number };
}

/** A place in the log of one chain, and what is wanted of it. */
interface Place {
  readonly chainId: number;
  /** The identity of the log, or its first digits. */
  readonly feed: string;
  readonly filter: ChangeFilter;
  readonly after: number;
  readonly most: number;
}

/** The next changes, and the number up to which there is no other. */
interface Taken {
  readonly changes: readonly LiveChange[];
  readonly reached: number;
}

export function createLiveChains(served: readonly number[], listeners: Listeners, size: number) {
  const ring = createRing(size);
  const read = new Map<number, ReadUpTo>();
  const numbers = served.map(() => 0);
  let seq = 0;

  function forget(chainId: number): void {
    // Listeners still see how far the log was read.
    for (const listener of listeners.all) if (listener.chainIds.includes(chainId)) listener.reset(chainId);
    read.delete(chainId);
    numbers[served.indexOf(chainId)] = 0;
  }

  /** Begins with another log, or behind changes that were left out. */
  function restart({ chainId, feed, changes, found, ...newest }: NewChanges): void {
    forget(chainId);
    const number = (found[0]?.number ?? changes + 1) - 1;
    numbers[served.indexOf(chainId)] = number;
    const since = { seq: seq + 1, number };
    read.set(chainId, { feed, number, stamp: null, block: null, newest, isAll: false, since });
  }

  /** Adds the next changes of a chain. `isAll`: they lead to the end of its log. */
  function add(each: NewChanges, isAll: boolean): void {
    const { chainId, changes, block, marks, continues, found } = each;
    const index = served.indexOf(chainId);
    if (!continues) restart(each);
    const chain = read.get(chainId);
    if (!chain) return;
    Object.assign(chain, { newest: { block, marks }, isAll });
    for (const change of found) {
      Object.assign(chain, { number: change.number, stamp: change.stamp });
      numbers[index] = change.number;
      const live = new LiveChange(chainId, ++seq, change, numbers.slice());
      ring.push(live);
      // Listeners that were reset look by themselves.
      if (continues) listeners.wake(live);
    }
    if (!isAll) return;
    // A repair may have removed the last ones.
    if (chain.number !== changes) Object.assign(chain, { number: changes, stamp: null });
    numbers[index] = changes;
    chain.block = block;
  }

  /** Returns the number after which the ring has all changes of a chain. */
  function coveredFrom(index: number, { since }: ReadUpTo): number {
    const dropped = ring.dropped();
    const isOfLog = dropped !== null && dropped.seq >= since.seq;
    return isOfLog ? Math.max(since.number, dropped.reached[index] ?? 0) : since.number;
  }

  return {
    places: () => new Map(served.map((chainId) => [chainId, read.get(chainId) ?? null])),
    clear(): void {
      read.clear();
      ring.clear();
      numbers.fill(0);
    },
    /** Adds what was read of all chains, at most this many changes of each. A chain that is missing has no log any more. */
    addAll(found: readonly NewChanges[], limit: number): void {
      const there = new Set(found.map(({ chainId }) => chainId));
      for (const chainId of [...read.keys()]) if (!there.has(chainId)) forget(chainId);
      for (const each of found) add(each, each.found.length < limit);
    },
    reached: (chainId: number): Readonly<ReadUpTo> | null => read.get(chainId) ?? null,
    /** Returns the next changes after a place in the log of a chain. `behind`: ask the database. `other`: the log is another one. */
    take({ chainId, feed, filter, after, most }: Place): Taken | 'behind' | 'other' {
      const chain = read.get(chainId);
      const index = served.indexOf(chainId);
      if (!chain) return 'behind';
      if (!chain.feed.startsWith(feed)) return 'other';
      if (after < coveredFrom(index, chain)) return 'behind';
      const isAfter = (live: LiveChange) => live.seq >= chain.since.seq && (live.reached[index] ?? 0) > after;
      const changes: LiveChange[] = [];
      for (const live of ring.from(isAfter)) {
        if (live.chainId !== chainId || !passes(filter, live.change)) continue;
        changes.push(live);
        if (changes.length === most) return { changes, reached: live.change.number };
      }
      return { changes, reached: Math.max(after, chain.number) };
    },
    /** Returns the change that was read last. `null` if none was. */
    newest: ring.newest,
    /** Lists the changes of all chains from this one on, in the order of reading. `null` if the ring does not have it any more. */
    since(first: LiveChange): Iterable<LiveChange> | null {
      const dropped = ring.dropped();
      return dropped && dropped.seq >= first.seq ? null : ring.from(({ seq }) => seq >= first.seq);
    },
  };
}
