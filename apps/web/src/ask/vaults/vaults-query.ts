import { type PartlyResolved, resolve } from '@mandate/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';
import type { VaultsQuestion } from './read-vaults.ts';

type Cursor = NonNullable<PartlyResolved['nextCursor']>;

export const vaultsQuery = (question: VaultsQuestion) =>
  infiniteQueryOptions({
    queryKey: ['vaults', { ...question, tokenId: String(question.tokenId) }],
    queryFn: ({ signal, pageParam }) =>
      // A chain that cannot answer must not hide the others. It is shown as unknown.
      resolve(client, { ...question, partial: true, signal, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
    staleTime: 0,
  });
