import { MandateError } from '@mandate/sdk';
import { getNames, type NameQuestion } from '@mandate/sdk/explore';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { client } from '../service/client.ts';
import { createNameLoader } from './name-loader.ts';

const COLLECT_MS = 20;
const BUSY_COLLECT_MS = 300;
const AFTER_FAILURE_MS = 5_000;
const FRESH_MS = 600_000;
/** Nodes that could not answer are asked again. */
const AFTER_UNKNOWN_MS = 30_000;

const loadName = createNameLoader({
  ask: async (of) => (await getNames(client, { of })).addresses,
  waitMs: COLLECT_MS,
  busyWaitMs: BUSY_COLLECT_MS,
  failureWaitMs: (error) =>
    Math.max(AFTER_FAILURE_MS, (error instanceof MandateError && error.retryAfterMs) || 0),
});

/** The names of an address. Null asks nothing. */
export const nameQuery = (question: NameQuestion | null) =>
  queryOptions({
    queryKey: [
      'name',
      question?.chainId,
      question?.address.toLowerCase(),
      question?.tokenId?.toString() ?? null,
    ],
    queryFn: question ? ({ signal }) => loadName(question, signal) : skipToken,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    refetchInterval: ({ state: { status, data } }) =>
      status === 'error' || data?.known === false ? AFTER_UNKNOWN_MS : false,
  });

/** The address that an ENS name leads to. Null asks nothing. */
export const resolvedQuery = (name: string | null) =>
  queryOptions({
    queryKey: ['resolved name', name],
    queryFn:
      name === null ? skipToken : async ({ signal }) => (await getNames(client, { name, signal })).resolved,
    // Nodes that could not answer are asked again.
    staleTime: ({ state }) => (state.data?.known ? FRESH_MS : 0),
  });
