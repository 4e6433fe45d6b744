/** The indexer as an operator runs it: a process of its own, told what to do by its environment. */
import { writeChains } from '@mandate/contracts';
import { type AppProcess, startApp } from '@mandate/testing/app-process';
import type { FollowedChain } from './lively-chain.ts';

const POLL_MS = 100;

/** A chain, and the address under which the indexer finds its node: the node's own, or a proxy's. */
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
  /** What `/ready` says. */
  listChains(): Promise<readonly ChainStatus[]>;
}

/** Resolves when the process says that it has started. */
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

/** As `CHAINS` of both apps. */
export function writeFollowed(followed: readonly Followed[], pollMs = POLL_MS): string {
  return writeChains(
    followed.map(({ chain: { local }, url }) => ({ ...local, url })),
    pollMs,
  );
}
