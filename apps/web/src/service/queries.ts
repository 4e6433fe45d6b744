import { getNetworks, getStatus, type Network } from '@mandate/sdk';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { describeFailure } from './failure.ts';

const FRESH_MS = 10_000;
const NETWORKS_FRESH_MS = 300_000;
const STATUS_EVERY_MS = 5_000;
/** Failed queries are retried until they succeed, so nobody has to reload. */
const AFTER_FAILURE_MS = 5_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Otherwise a browser that believes it is offline would wait silently.
      networkMode: 'always',
      // The SDK's client already retries.
      retry: false,
      refetchInterval: ({ state: { status, error } }) =>
        status === 'error' && describeFailure(error).passes ? AFTER_FAILURE_MS : false,
    },
  },
});

export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: async (): Promise<readonly Network[]> => (await getNetworks(client)).networks,
  staleTime: NETWORKS_FRESH_MS,
});

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async () => (await getStatus(client)).chains,
  refetchInterval: STATUS_EVERY_MS,
});
