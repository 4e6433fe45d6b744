/** The data of the signed-in wallet. When the session ends, the page returns to the sign-in form. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queries } from '../../service/queries.ts';
import { getUsage, listEvents, listKeys } from './developer-api.ts';
import { hasCode, sessionQuery } from './session-query.ts';
import { listDeliveries, listWebhooks } from './webhooks-api.ts';

const USAGE_EVERY_MS = 5_000;
const KEYS_EVERY_MS = 15_000;
const WEBHOOKS_EVERY_MS = 3_000;
const HOUR_MS = 3_600_000;

/** The prefix of all query keys in this file. */
export const OWN = ['developer', 'own'] as const;

export async function whileSignedIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, 'not_signed_in')) queries.setQueryData(sessionQuery.queryKey, { type: 'signed-out' });
    throw error;
  }
}

export const keysQuery = queryOptions({
  queryKey: [...OWN, 'keys'],
  queryFn: () => whileSignedIn(listKeys),
  // Refreshes the times of last use.
  refetchInterval: KEYS_EVERY_MS,
});

export const usageQuery = (hours: number) =>
  queryOptions({
    queryKey: [...OWN, 'usage', hours],
    // The current hour is the last one.
    queryFn: () => whileSignedIn(() => getUsage(new Date(Date.now() - (hours - 1) * HOUR_MS))),
    refetchInterval: USAGE_EVERY_MS,
  });

export const eventsQuery = infiniteQueryOptions({
  queryKey: [...OWN, 'events'],
  queryFn: ({ pageParam }) => whileSignedIn(() => listEvents(pageParam)),
  initialPageParam: null as string | null,
  getNextPageParam: ({ before }) => before,
});

export const webhooksQuery = queryOptions({
  queryKey: [...OWN, 'webhooks'],
  queryFn: () => whileSignedIn(listWebhooks),
  // Without webhooks, the service has no such path.
  retry: (count, error) => !hasCode(error, 'not_found') && count < 2,
  // Refreshes the state, and what fails.
  refetchInterval: ({ state }) => (hasCode(state.error, 'not_found') ? false : WEBHOOKS_EVERY_MS),
});

export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...OWN, 'deliveries', id],
    queryFn: ({ pageParam }) => whileSignedIn(() => listDeliveries(id, pageParam)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchInterval: WEBHOOKS_EVERY_MS,
  });
