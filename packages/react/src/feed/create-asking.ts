/** Decides which questions of the page are asked again. */
import type { ChainDoubt, Client, ReachedBlock } from '@mandate/sdk';
import type { LeastBlocks } from '@mandate/sdk/live';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Unknown } from '../answers.ts';
import { type MandateKey, prefixOf } from '../query-key.ts';
import { dropLate, isUnknown } from './drop-late.ts';
import { isInDoubt, isLost, isTouched, type Touch } from './is-touched.ts';

/** Changes that come together are one reason to ask again. */
const TOGETHER_MS = 30;
/** A question whose wallets change in each block is not asked more often than this. */
const MIN_PAUSE_MS = 500;
/** Another server of the service may still be on the branch that a reorg removed, or not in doubt yet. */
const LATER_MS = 2_000;

export function createAsking(queryClient: QueryClient, client: Client, floors: LeastBlocks) {
  const early = new Set<string>();
  const waiting = new WeakSet<Query>();
  let touches: Touch[] = [];
  let flushedAt = 0;
  let doubts: readonly ChainDoubt[] = [];

  /**
   * A question that is being asked is asked again when its answer is there. If it were cancelled instead, a wallet
   * with many changes would never get an answer.
   */
  function askAgain(isMeant: (query: Query) => boolean): void {
    const filters = { queryKey: prefixOf(client), predicate: isMeant };
    dropLate(queryClient, queryClient.getQueryCache().findAll({ ...filters, type: 'active' }));
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
    askAgain((query) => all.some((each) => isTouched(keyOf(query), each)));
  }

  function touch(change: Touch): void {
    const isFirst = touches.push(change) === 1;
    if (isFirst) setTimeout(flush, Math.max(TOGETHER_MS, flushedAt + MIN_PAUSE_MS - Date.now()));
  }

  const findDoubt = (key: MandateKey) => answerInDoubt(doubts, key);

  /** An answer that the service no longer gives is not shown, and one that is on its way is not taken over. */
  function dropLost(): void {
    const filters = {
      queryKey: prefixOf(client),
      predicate: (query: Query) => isReplaced(query, findDoubt(keyOf(query))),
    };
    const lost = queryClient.getQueryCache().findAll(filters);
    void queryClient.cancelQueries(filters);
    for (const { queryKey } of lost) queryClient.setQueryData(queryKey, findDoubt(queryKey as never));
  }

  /** Asks what the service may answer otherwise now. */
  function askAbout(moved: readonly ChainDoubt[]): void {
    const isMeant = (key: MandateKey) =>
      findDoubt(key) === null && moved.some((each) => isInDoubt(key, each));
    if (moved.length > 0) askAgain((query) => isMeant(keyOf(query)));
  }

  return {
    /** Returns the answer to a question about a chain in doubt. `null` if the chain is known. */
    findDoubt,
    /** Takes over everything that is in doubt. `null` if there is no stream, so the answers themselves say it. */
    onUnknown(next: readonly ChainDoubt[] | null): void {
      const before = doubts;
      doubts = next ?? [];
      if (!next) return;
      const lacks = (some: readonly ChainDoubt[]) => (doubt: ChainDoubt) =>
        !some.some((each) => isSame(each, doubt));
      const begun = next.filter(lacks(before));
      dropLost();
      askAbout([...begun, ...before.filter(lacks(next))]);
      setTimeout(askAbout, LATER_MS, begun);
    },
    /** Notes a question that is asked before the stream begins: a change may come in between. */
    noteEarly: (queryHash: string) => void early.add(queryHash),
    /** Asks what was asked before the stream began. */
    onStart(reached: readonly ReachedBlock[]): void {
      floors.begin(reached);
      askAgain(({ state, queryHash }) => state.status !== 'pending' || early.has(queryHash));
      early.clear();
    },
    /** Asks what nobody could answer while the stream was broken. */
    onResume: () => askAgain(isUnknown),
    /** Asks what a change touches. */
    onChange(change: Touch): void {
      floors.move(change);
      touch(change);
      if (change.undone) setTimeout(touch, LATER_MS, change);
    },
    /** Asks everything: either the service answers without its feed, or it is down. */
    onLost: () => askAgain(() => true),
  };
}

/** Also an unknown answer is replaced, if its reason is another one. */
const isReplaced = ({ state: { data } }: Query, doubt: Unknown | null) =>
  doubt !== null && data !== undefined && (data as Partial<Unknown>).reason !== doubt.reason;

const keyOf = ({ queryKey }: Query) => queryKey as unknown as MandateKey;

const isSame = (one: ChainDoubt, other: ChainDoubt) =>
  one.chainId === other.chainId && one.vault === other.vault && one.code === other.code;

function answerInDoubt(doubts: readonly ChainDoubt[], key: MandateKey): Unknown | null {
  const doubt = doubts.find((each) => isLost(key, each));
  if (!doubt?.code) return null;
  const detail = `The service cannot answer for chain ${doubt.chainId} now. It is asked again as soon as it can.`;
  return { status: 'unknown', reason: doubt.code, detail };
}
