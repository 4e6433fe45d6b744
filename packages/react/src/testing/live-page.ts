/** Two users of the service: a hook on a page, and a worker that keeps a copy of the feed. */
import { type ChainDoubt, type Client, CursorExpiredError, watchChanges } from '@mandate/sdk';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { checkQuery } from '../check-query.ts';
import { createFeed } from '../feed/create-feed.ts';
import { liveQuery } from '../live-query.ts';
import type { CheckQuestion } from '../questions.ts';

export interface Shown {
  isYes(): boolean;
  close(): void;
}

/** A hook as `useCheck` makes it, without React. */
export function showHook(client: Client, question: CheckQuestion, pollMs: number): Shown {
  const queryClient = new QueryClient();
  const feed = createFeed(queryClient, client);
  const asked = checkQuery(client, question);
  const optionsNow = () => ({
    ...liveQuery(feed, asked, { isLive: feed.isLive(), pollMs }),
    ...({ retry: false, networkMode: 'always', refetchOnMount: true } as const),
  });
  const observer = new QueryObserver(queryClient, optionsNow());
  const leave = feed.join(asked.chainIds);
  const unsubscribe = [observer.subscribe(() => {}), feed.subscribe(() => observer.setOptions(optionsNow()))];
  return {
    isYes() {
      const { data, error } = observer.getCurrentResult();
      return !error && (data as { readonly status?: string } | undefined)?.status === 'yes';
    },
    close() {
      for (const end of [...unsubscribe, leave]) end();
      queryClient.clear();
    },
  };
}

const RETRY_MS = 2_000;

/** A worker as in `examples/feed-worker`, which knows one grant at most. */
export function showWorker(client: Client, vault: string): Shown {
  const stopping = new AbortController();
  const { signal } = stopping;
  let unknown: readonly ChainDoubt[] | null = null;
  let stands = false;
  let cursor = 'start';
  const onUnknown = (next: readonly ChainDoubt[] | null) => {
    unknown = next;
  };

  async function follow(): Promise<void> {
    for await (const { change, cursor: after } of watchChanges(client, { cursor, onUnknown, signal })) {
      stands = (change.change === 'granted') !== change.undone;
      cursor = after;
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!signal.aborted) {
      await follow().catch((error: unknown) => {
        if (error instanceof CursorExpiredError) [cursor, stands] = ['start', false];
      });
      unknown = null;
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }

  void keepFollowing();
  const isAbout = (doubt: ChainDoubt) =>
    doubt.vault === null || doubt.vault.toLowerCase() === vault.toLowerCase();
  return {
    isYes: () => stands && unknown !== null && !unknown.some(isAbout),
    close: () => stopping.abort(),
  };
}
