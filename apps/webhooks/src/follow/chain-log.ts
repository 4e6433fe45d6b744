/** Follows the logs of all chains once for all endpoints: the newest changes of each are kept in memory. */
import { messageOf } from '@mandate/core';
import type { LedgerWatch } from '@mandate/feed';
import {
  type ChangeFilter,
  type Checkpoint,
  type Database,
  type FollowedChange,
  type LoggedChange,
  type LogPlace,
  type LogRead,
  passes,
  type Reader,
  readLog,
  type WebhookWorkStore,
} from '@mandate/store';
import type { Logger } from 'pino';

/** A worker that starts reads so many changes first: endpoints of another worker were not far behind. */
const KEPT = 5_000;
const READ_AT_ONCE = 1_000;
const RETRY_MS = 1_000;

/** A chain as of one moment. */
export interface ChainView {
  readonly chainId: number;
  /** The end of what was read, in the present log. */
  readonly place: LogPlace;
  readonly checkpoint: Checkpoint;
  /** The changes lead to the checkpoint. */
  readonly isComplete: boolean;
}

/** The next changes that pass a filter, and the place that they lead to. */
export interface Taken {
  readonly changes: readonly LoggedChange[];
  readonly reached: LogPlace;
}

interface Ring {
  readonly view: ChainView;
  /** Changes after this number are in memory. */
  readonly from: number;
  readonly changes: readonly FollowedChange[];
}

export interface ChainLogOptions {
  readonly database: Database;
  readonly reader: Pick<Reader, 'listChanges'>;
  readonly store: Pick<WebhookWorkStore, 'findStart'>;
  readonly watch: Pick<LedgerWatch, 'wait'>;
  readonly chainIds: readonly number[];
  readonly log: Logger;
  /** Is told after each chain that moved. */
  readonly moved: (chainId: number) => void;
  /** Is told of each change that is read as it happens. */
  readonly seen: (change: LoggedChange) => void;
  readonly signal: AbortSignal;
}

export type ChainLog = ReturnType<typeof followChains>;

export function followChains(options: ChainLogOptions) {
  const { database, reader, store, watch, chainIds, log, moved, seen, signal } = options;
  const rings = new Map<number, Ring>();
  let isReading = false;
  const ended = keepFollowing();

  async function keepFollowing(): Promise<void> {
    while (!signal.aborted) {
      const heard = watch.wait(chainIds, signal);
      try {
        const isBehind = await follow();
        isReading = true;
        if (!isBehind) await heard;
      } catch (error) {
        isReading = false;
        log.warn({ error: messageOf(error) }, 'the log waits for the database');
        await watch.wait([], AbortSignal.any([signal, AbortSignal.timeout(RETRY_MS)]));
      }
    }
  }

  /** Reads what is new on all chains. Returns whether there is more. */
  async function follow(): Promise<boolean> {
    const places = new Map<number, LogPlace>();
    for (const chainId of chainIds) {
      const place =
        rings.get(chainId)?.view.place ?? (await store.findStart(chainId, { mark: 'latest', back: KEPT }));
      if (place) places.set(chainId, place);
      else forget(chainId);
    }
    const { reads } = await readLog(database, places, READ_AT_ONCE);
    let isBehind = false;
    for (const [chainId, asked] of places) {
      const read = reads.get(chainId);
      // Another log, or none: the next look begins again.
      if (!read?.changes) {
        forget(chainId);
        isBehind = read !== undefined;
        continue;
      }
      isBehind ||= !read.complete;
      advance(chainId, asked, read, read.changes);
    }
    return isBehind;
  }

  function advance(
    chainId: number,
    asked: LogPlace,
    read: LogRead,
    changes: readonly FollowedChange[],
  ): void {
    const { checkpoint, place, complete: isComplete } = read;
    const before = rings.get(chainId);
    const view = { chainId, checkpoint, place, isComplete };
    rings.set(chainId, { view, ...addTo(before ?? { from: asked.number, changes: [] }, changes) });
    // Changes from before the start say nothing about the speed of this process.
    if (before) changes.forEach(seen);
    if (isComplete && hasMoved(before?.view, view)) moved(chainId);
  }

  function forget(chainId: number): void {
    if (rings.delete(chainId)) moved(chainId);
  }

  /** Takes changes from memory, or from the database. `null`: the place is in another log by now. */
  async function take(
    chainId: number,
    after: LogPlace,
    filter: ChangeFilter,
    most: number,
  ): Promise<Taken | null> {
    const taken = peekInto(rings.get(chainId), after, filter, most);
    const end = rings.get(chainId)?.view.place;
    if (taken !== 'behind' || !end) return taken === 'behind' ? null : taken;
    const parts = [{ chainId, feed: after.feed, after: after.number, until: end.number }];
    const [found] = await reader.listChanges({ parts, limit: most, ...filter });
    return found ? cut(found, end, most) : null;
  }

  return {
    ended,
    /** Takes changes from memory. `behind`: they are not there any more. `null`: the place is in another log than the one that is followed. */
    peek: (chainId: number, after: LogPlace, filter: ChangeFilter, most: number) =>
      peekInto(rings.get(chainId), after, filter, most),
    take,
    /** Returns whether the database answered last. */
    isReading: () => isReading,
    /** Returns what was read of a chain last. `null` if the ledger does not have it. */
    view: (chainId: number): ChainView | null => rings.get(chainId)?.view ?? null,
  };
}

function peekInto(
  ring: Ring | undefined,
  after: LogPlace,
  filter: ChangeFilter,
  most: number,
): Taken | 'behind' | null {
  if (!ring || ring.view.place.feed !== after.feed || after.number > ring.view.place.number) return null;
  if (after.number < ring.from) return 'behind';
  return cut(findIn(ring, after.number, filter, most), ring.view.place, most);
}

/** Adds changes, and drops the oldest. */
function addTo(
  ring: Pick<Ring, 'from' | 'changes'>,
  added: readonly FollowedChange[],
): Pick<Ring, 'from' | 'changes'> {
  const all = [...ring.changes, ...added];
  const changes = all.slice(-KEPT);
  return { changes, from: changes.length < all.length ? (changes[0]?.number ?? 1) - 1 : ring.from };
}

function findIn(
  { changes }: Pick<Ring, 'changes'>,
  after: number,
  filter: ChangeFilter,
  most: number,
): LoggedChange[] {
  const found: LoggedChange[] = [];
  for (let i = firstAfter(changes, after); i < changes.length && found.length < most; i++) {
    const change = changes[i];
    if (change && passes(filter, change)) found.push(change);
  }
  return found;
}

/** Numbers may have gaps: a repair removes changes. */
function firstAfter(changes: readonly LoggedChange[], number: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.number ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cut(changes: readonly LoggedChange[], end: LogPlace, most: number): Taken {
  const last = changes.at(-1);
  const reached = changes.length === most && last ? { ...end, number: last.number, stamp: last.stamp } : end;
  return { changes, reached };
}

const hasMoved = (was: ChainView | undefined, is: ChainView) =>
  was?.place.feed !== is.place.feed ||
  was.place.number !== is.place.number ||
  was.checkpoint.block.number !== is.checkpoint.block.number ||
  was.checkpoint.safe !== is.checkpoint.safe ||
  was.checkpoint.finalized !== is.checkpoint.finalized;
