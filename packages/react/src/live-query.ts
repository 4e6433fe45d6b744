/** A question as a query that the feed keeps up to date. */
import { hashKey, type QueryFunctionContext } from '@tanstack/react-query';
import type { Unknown } from './answers.ts';
import type { Feed } from './feed/create-feed.ts';
import { answerOf, type Cached, type Question } from './query.ts';

/** How often a live answer is asked for again, in case the stream is silent for a reason that nobody thought of. */
const LIVE_POLL_MS = 60_000;
const pauses = new WeakMap<object, number>();

/** Returns a time that differs from question to question by up to 20 %: pages that began together spread out. */
function pauseOf(query: object): number {
  const pause = pauses.get(query) ?? LIVE_POLL_MS * (0.8 + 0.4 * Math.random());
  pauses.set(query, pause);
  return pause;
}

const statusOf = (data: unknown) => (data as { readonly status?: unknown } | undefined)?.status;

export function liveQuery<A>(
  feed: Feed,
  { key, isPolled, ask }: Question<A>,
  { isLive, pollMs }: { readonly isLive: boolean; readonly pollMs: number },
) {
  return {
    queryKey: key,
    queryFn: async ({ signal, client }: QueryFunctionContext) => {
      await feed.beforeAsking(hashKey(key));
      const before = client.getQueryState<Cached<A>>(key);
      const answer = await answerOf(signal, () => ask(signal, isPolled ? feed.changedAt : feed.floorOf));
      if (statusOf(answer) !== 'unknown') return (feed.findDoubt(key) as Cached<A> | null) ?? answer;
      // The stream has told of no change, so the answer stands, and a visitor who asked too often keeps it.
      const isKept =
        feed.isLive() && !isPolled && !before?.isInvalidated && statusOf(before?.data) !== 'unknown';
      return isKept && (answer as unknown as Unknown).reason === 'rate_limited'
        ? (before?.data ?? answer)
        : answer;
    },
    staleTime: isLive ? Number.POSITIVE_INFINITY : pollMs,
    refetchInterval: (asking: { readonly state: { readonly data: unknown } }) =>
      isLive && !isPolled && statusOf(asking.state.data) !== 'unknown' ? pauseOf(asking) : pollMs,
  };
}
