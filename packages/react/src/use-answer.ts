import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Loading, Unknown } from './answers.ts';
import { useMandate } from './context.ts';
import { liveQuery } from './live-query.ts';
import { unpack } from './pack.ts';
import type { Cached, Question } from './query.ts';

/** The result of a hook. It has no `data`: a missing answer would look like a no. */
export interface Asked<A> {
  readonly answer: A | Unknown | Loading;
  /** True while the question is being asked, also again. */
  readonly isFetching: boolean;
  /** True while the feed is read. Then the question is asked again about every minute, else every `pollMs`. */
  readonly isLive: boolean;
  /** When the answer came, in milliseconds of Unix time. 0: never. */
  readonly updatedAt: number;
  /** Asks again now. */
  refetch(): Promise<void>;
}

/** Stands for the question while there is none. It is never asked. */
const NOTHING: Question<never> = {
  key: ['mandate', '', 'nothing', {}],
  chainIds: [],
  isPolled: false,
  ask: () => Promise.reject(new Error('There is no question.')),
};
const LOADING: Loading = { status: 'loading' };

export function useAnswer<A>(asked: Question<A> | null): Asked<A> {
  const { feed, pollMs } = useMandate();
  const question = asked ?? (NOTHING as Question<A>);
  const isLive = useSyncExternalStore(feed.subscribe, feed.isLive, () => false);
  const chains = asked && (question.chainIds?.join() ?? 'all');
  useEffect(() => {
    if (chains === null) return;
    return feed.join(chains === 'all' ? null : chains.split(',').map(Number));
  }, [feed, chains]);
  const query = useQuery({
    ...liveQuery(feed, question, { isLive, pollMs }),
    enabled: asked !== null,
    retry: false,
    networkMode: 'always',
    // Whatever the defaults of the app are: the answer to another question is none, and an old one is asked again.
    throwOnError: false,
    placeholderData: () => undefined,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
  });
  const { data, error } = query;
  const answer = useMemo(() => present<A>(data, error), [data, error]);
  return {
    answer,
    isLive,
    // Read on demand: TanStack renders a component again only for what it reads.
    get isFetching() {
      return query.isFetching;
    },
    get updatedAt() {
      return query.dataUpdatedAt;
    },
    async refetch() {
      await query.refetch();
    },
  };
}

function present<A>(data: Cached<A> | undefined, error: Error | null): A | Unknown | Loading {
  if (error) return { status: 'unknown', reason: 'failed', detail: error.message };
  return data === undefined ? LOADING : unpack(data);
}
