import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { networksQuery } from '../../service/queries.ts';
import { FailureNote } from '../../ui/page/failure-note.tsx';

/** Loads the chains and the addresses of their registries. */
export function WithNetworks({ children }: { children: (networks: readonly Network[]) => ReactNode }) {
  const { data, error, refetch } = useQuery(networksQuery);
  if (data) return children(data);
  if (error) return <FailureNote error={error} onRetry={() => void refetch()} />;
  return <p role="status">Loading the chains…</p>;
}
