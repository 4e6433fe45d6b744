/** Writes what all streams of the same chains share: cursors, each event once, and what is next for those without a filter. */
import type { LiveChange, LiveLog, LogEnds, Numbers } from '@mandate/feed';
import { createTake, type Written } from './chunks.ts';
import { writeCursorEvent, writeEvent } from './events.ts';
import { type Places, placesIn, writePlaces } from './places.ts';

/** Events that are kept for the streams that did not take them yet. */
const MAX_KEPT = 1_024;

export type ChainSet = ReturnType<typeof createChainSet>;

export function createChainSet(chainIds: readonly number[], live: LiveLog) {
  const chains = chainIds.map((chainId) => ({ chainId, index: live.served.indexOf(chainId) }));
  const kept: Record<Numbers, Map<LiveChange, Written>> = { number: new Map(), string: new Map() };
  let now: { readonly ends: LogEnds; readonly places: Places; readonly written: Written } | null = null;

  function placesAt(numberOf: (chain: { chainId: number; index: number }) => number): Places {
    return placesIn(
      chains.flatMap((chain) => {
        const { chainId } = chain;
        const feed = live.reached(chainId)?.feed;
        return feed === undefined ? [] : [{ chainId, feed, number: numberOf(chain) }];
      }),
    );
  }

  const numberBefore = (next: LiveChange, chainId: number, index: number) =>
    (next.reached[index] ?? 0) - (chainId === next.chainId ? 1 : 0);

  /** A stream that has everything is here. */
  function readNow() {
    const ends = live.last();
    if (now?.ends === ends) return now;
    const places = placesAt(({ chainId }) => live.reached(chainId)?.number ?? 0);
    const reached = chainIds.flatMap((chainId) => {
      const block = live.reached(chainId)?.block ?? null;
      return block === null ? [] : [{ chainId, block }];
    });
    const cursor = writePlaces(places);
    now = { ends, places, written: { bytes: Buffer.from(writeCursorEvent(cursor, reached)), cursor } };
    return now;
  }

  /** Writes the event of a change that follows everything that was read before it. */
  function write(change: LiveChange, numbers: Numbers): Written {
    const events = kept[numbers];
    const known = events.get(change);
    if (known) return known;
    const cursor = writePlaces(placesAt(({ index }) => change.reached[index] ?? 0));
    const written = { cursor, bytes: Buffer.from(writeEvent(cursor, change.text(numbers))) };
    events.set(change, written);
    const [oldest] = events.keys();
    if (oldest && events.size > MAX_KEPT) events.delete(oldest);
    return written;
  }

  return {
    chainIds,
    /** Returns the places of a stream that has sent everything. */
    placesNow: () => readNow().places,
    /** Returns the event that tells it its place. */
    cursorNow: () => readNow().written,
    /** Returns the places of a stream that has sent everything before a change. */
    placesBefore: (next: LiveChange) => placesAt(({ chainId, index }) => numberBefore(next, chainId, index)),
    /** Returns the number that such a stream has reached in a chain. */
    numberBefore: (next: LiveChange, chainId: number) =>
      numberBefore(next, chainId, live.served.indexOf(chainId)),
    take: createTake(chainIds, live, write),
  };
}
