import { type GetStatusHistoryParameters, getStatusHistory } from '@mandate/sdk/explore';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

const ASK_EVERY_MS = 30_000;

export const historyQuery = (hours: GetStatusHistoryParameters['hours']) =>
  queryOptions({
    queryKey: ['status-history', hours],
    queryFn: ({ signal }) => getStatusHistory(client, { hours, signal }),
    refetchInterval: ASK_EVERY_MS,
  });
