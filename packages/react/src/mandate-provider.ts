'use client';

import { type Client, createClient } from '@mandate/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createElement, type ReactElement, type ReactNode, useMemo } from 'react';
import { MandateContext } from './context.ts';
import { createFeed } from './feed/create-feed.ts';

const DEFAULT_POLL_MS = 15_000;

interface Common {
  readonly children?: ReactNode;
  /** How often to ask again while the feed cannot be read, in milliseconds. Default: 15,000. */
  readonly pollMs?: number | undefined;
}

export type MandateProviderProps = Common &
  (
    | { readonly client: Client; readonly baseUrl?: undefined; readonly apiKey?: undefined }
    | {
        /** The URL of the service. In a browser, a path on the page's own origin works too. */
        readonly baseUrl: string;
        /** A publishable key. Everyone can read what a page contains: never use a secret one here. */
        readonly apiKey?: string | undefined;
        readonly client?: undefined;
      }
  );

/**
 * Gives the hooks their service. Put it inside TanStack Query's `QueryClientProvider`, once a page: all hooks
 * below it share one stream of changes.
 *
 * @example
 * <QueryClientProvider client={queryClient}>
 *   <MandateProvider baseUrl="https://mandate.example">
 *     <App />
 *   </MandateProvider>
 * </QueryClientProvider>
 */
export function MandateProvider(props: MandateProviderProps): ReactElement {
  const { client: given, baseUrl, apiKey, pollMs = DEFAULT_POLL_MS, children } = props;
  const queryClient = useQueryClient();
  const client = useMemo(
    () => given ?? createClient({ baseUrl: baseUrl ?? '', apiKey }),
    [given, baseUrl, apiKey],
  );
  const feed = useMemo(() => createFeed(queryClient, client), [queryClient, client]);
  const value = useMemo(() => ({ client, feed, pollMs }), [client, feed, pollMs]);
  return createElement(MandateContext.Provider, { value }, children);
}
