import type { Query, QueryClient } from '@tanstack/react-query';
import type { Unknown } from '../answers.ts';

const ANSWER_TIMEOUT_MS = 1_200;
const LATE: Unknown = {
  status: 'unknown',
  reason: 'timeout',
  detail: 'The answer may have changed, and the service has not answered again yet.',
};

export const isUnknown = ({ state }: Query): boolean =>
  state.status === 'error' || (state.data as { status?: unknown } | undefined)?.status === 'unknown';

/** Drops the answers to questions that are asked again, if the new ones take long: nobody knows whether they still hold. */
export function dropLate(queryClient: QueryClient, asked: readonly Query[]): void {
  const counts = new Map(asked.map((query) => [query, query.state.dataUpdateCount]));
  const isLate = (query: Query) =>
    query.state.dataUpdateCount === counts.get(query) && query.state.data !== undefined && !isUnknown(query);
  setTimeout(() => {
    for (const { queryKey } of asked.filter(isLate)) queryClient.setQueryData(queryKey, LATE);
  }, ANSWER_TIMEOUT_MS);
}
