/** The indexer as an operator runs it: a process configured by its environment. */
import { writeChains } from '@mandate/contracts';
import { type AppProcess, startApp } from '@mandate/testing/app-process';
import type { FollowedChain } from './lively-chain.ts';

const POLL_MS = 100;

/** A chain and the URL of its node for the indexer: the node's own or a proxy's. */
export interface Followed {
  readonly chain: FollowedChain;
  readonly url: string;
}

export interface IndexerOptions {
  readonly databaseUrl: string;
  readonly followed: readonly Followed[];
  readonly pollMs?: number;
}

interface ChainStatus {
  readonly chainId: number;
  readonly state: string;
}

export interface IndexerProcess extends AppProcess {
  /** Returns the answer of `/ready`. */
  listChains(): Promise<readonly ChainStatus[]>;
}

/** Resolves when the process reports that it has started. */
export async function startIndexer({
  databaseUrl,
  followed,
  pollMs = POLL_MS,
}: IndexerOptions): Promise<IndexerProcess> {
  const app = await startApp('indexer', {
    DATABASE_URL: databaseUrl,
    CHAINS: writeFollowed(followed, pollMs),
    INDEXER_PORT: '0',
  });
  return {
    ...app,
    async listChains() {
      const response = await fetch(`${app.adminUrl}/ready`);
      const { chains } = (await response.json()) as { chains: ChainStatus[] };
      return chains;
    },
  };
}

/** Writes the value of `CHAINS`. */
export function writeFollowed(followed: readonly Followed[], pollMs = POLL_MS): string {
  return writeChains(
    followed.map(({ chain: { local }, url }) => ({ ...local, url })),
    pollMs,
  );
}

/** Writes the same for the API, whose nodes have a budget. */
export function writeLimited(followed: readonly Followed[], callsPerSecond: number): string {
  const written = JSON.parse(writeFollowed(followed)) as Record<string, object>;
  const limited = followed.map(({ chain: { local }, url }) => {
    return [local.chainId, { ...written[local.chainId], nodes: [{ url, label: 'limited', callsPerSecond }] }];
  });
  return JSON.stringify(Object.fromEntries(limited));
}
