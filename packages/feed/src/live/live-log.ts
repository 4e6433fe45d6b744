/**
 * Follows the logs of all chains, once for all who listen in this process: a change is read once, and those who want it are
 * found by an index. Nothing is kept for a listener. Who comes back reads from the ring of the newest changes, or from the
 * database until it meets the ring.
 */
import type { LogEnd, Reader } from '@mandate/store';
import { createWaiting, type LedgerWatch } from '../doubts/ledger-watch.ts';
import { createListeners, type Listener } from './listeners.ts';
import { createLiveChains } from './live-chains.ts';

export type LogEnds = ReadonlyMap<number, LogEnd>;

export type LiveLog = ReturnType<typeof createLiveLog>;

/** `newest` changes of a log that is read for the first time fill the ring: who was connected before a restart meets it there. */
const LIMITS = { ring: 5_000, atOnce: 2_000, newest: 500 };
type Limits = typeof LIMITS;

export function createLiveLog(
  reader: Pick<Reader, 'listLogEnds' | 'readNewChanges'>,
  watch: Pick<LedgerWatch, 'wait'>,
  served: readonly number[],
  { ring, atOnce, newest }: Limits = LIMITS,
  /** Is told after each look while somebody listens, and whether the database has answered. */
  looked: (hasAnswered: boolean) => void = () => {},
) {
  const waiting = createWaiting();
  const listeners = createListeners();
  const chains = createLiveChains(served, listeners, ring);
  let ends: LogEnds = new Map();
  let isFollowing = false;
  let looking: Promise<LogEnds> | null = null;
  let next: Promise<LogEnds> | null = null;

  /** Returns the ends as they are now. One look after the other, so that what is known never goes back; who comes meanwhile shares the next. */
  function look(): Promise<LogEnds> {
    next ??= (async () => {
      await looking?.catch(() => {});
      next = null;
      looking = isFollowing ? readOn() : reader.listLogEnds().then(noteEnds);
      return looking;
    })();
    return next;
  }

  async function readOn(): Promise<LogEnds> {
    const found = await reader.readNewChanges({ places: chains.places(), newest, limit: atOnce });
    chains.addAll(found, atOnce);
    return noteEnds(found);
  }

  function noteEnds(found: readonly LogEnd[]): LogEnds {
    const before = ends;
    ends = new Map(
      found.map(({ chainId, feed, changes, block }) => [chainId, { chainId, feed, changes, block }]),
    );
    const hasMoved = (chainId: number) => {
      const [was, is] = [before.get(chainId), ends.get(chainId)];
      return was?.changes !== is?.changes || was?.feed !== is?.feed;
    };
    const moved = new Set([...before.keys(), ...ends.keys()].filter(hasMoved));
    if (moved.size > 0) waiting.wake((chainId) => moved.has(chainId));
    return ends;
  }

  const isRead = () =>
    served.every((chainId) => chains.reached(chainId)?.number === ends.get(chainId)?.changes);

  /** For as long as somebody listens. A database that is away is asked again. */
  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    chains.clear();
    // The wait begins before the look, so that nothing in between is missed.
    let heard = watch.wait(served);
    while (listeners.all.size > 0) {
      const hasLooked = await look().then(
        () => true,
        () => false,
      );
      looked(hasLooked);
      if (hasLooked && !isRead()) continue;
      await heard;
      heard = watch.wait(served);
    }
    isFollowing = false;
  }

  return {
    look,
    /** Returns the ends as of the last look. */
    last: () => ends,
    /** Ends when the log of one of these chains has moved, when the time is over, or when the signal says so. */
    wait: waiting.wait,
    /** The chains that `LiveChange.reached` is about, in its order. */
    served,
    /** Returns how far the log of a chain was read. `null` while nobody listens. */
    reached: chains.reached,
    take: chains.take,
    newest: chains.newest,
    since: chains.since,
    /** Wakes the listener from the next change on, until the function that it returns is called. */
    join(listener: Listener): () => void {
      listeners.add(listener);
      void follow();
      return () => listeners.remove(listener);
    },
  };
}
