/** Decides which questions of the page are asked again. */
import type { Client } from '@mandate/sdk';
import type { Query, QueryClient } from '@tanstack/react-query';
import { type MandateKey, prefixOf } from '../query-key.ts';
import { createFloors } from './floors.ts';
import { isTouched, type Touch } from './is-touched.ts';

/** Changes that come together are one reason to ask again. */
const TOGETHER_MS = 30;
/** A question whose wallets change in each block is not asked more often than this. */
const MIN_PAUSE_MS = 500;
/** Another server of the service may still be on the branch that a reorg removed. */
const REORG_MS = 2_000;

export function createAsking(queryClient: QueryClient, client: Client) {
  const floors = createFloors();
  const early = new Set<string>();
  const waiting = new WeakSet<Query>();
  let touches: Touch[] = [];
  let flushedAt = 0;

  /**
   * A question that is being asked is asked again when its answer is there. If it were cancelled instead, a wallet
   * with many changes would never get an answer.
   */
  function askAgain(isMeant: (query: Query) => boolean): void {
    const filters = { queryKey: prefixOf(client), predicate: isMeant };
    for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (!query.promise || waiting.has(query)) continue;
      waiting.add(query);
      const goOn = () => {
        waiting.delete(query);
        askAgain((each) => each === query);
      };
      // TanStack takes the answer over after the promise has settled.
      const settle = () => void setTimeout(goOn);
      query.promise.then(settle, settle);
    }
    void queryClient.invalidateQueries(filters, { cancelRefetch: false });
  }

  function flush(): void {
    const all = touches;
    touches = [];
    flushedAt = Date.now();
    askAgain(({ queryKey }) => all.some((each) => isTouched(queryKey as unknown as MandateKey, each)));
  }

  function touch(change: Touch): void {
    const isFirst = touches.push(change) === 1;
    if (isFirst) setTimeout(flush, Math.max(TOGETHER_MS, flushedAt + MIN_PAUSE_MS - Date.now()));
  }

  return {
    /** Returns the oldest block that an answer may have. */
    floorOf: floors.of,
    /** Notes a question that is asked before the stream begins: a change may come in between. */
    noteEarly: (queryHash: string) => void early.add(queryHash),
    /** Asks what was asked before the stream began. */
    onStart(): void {
      askAgain(({ state, queryHash }) => state.status !== 'pending' || early.has(queryHash));
      early.clear();
    },
    /** Asks what nobody could answer while the stream was broken. */
    onResume: () => askAgain(isUnknown),
    /** Asks what a change touches. */
    onChange(change: Touch): void {
      floors.move(change);
      touch(change);
      if (change.undone) setTimeout(touch, REORG_MS, change);
    },
    /** Asks everything: either the service answers without its feed, or it is down. */
    onLost: () => askAgain(() => true),
  };
}

const isUnknown = ({ state }: Query) =>
  state.status === 'error' || (state.data as { status?: unknown } | undefined)?.status === 'unknown';
