/** Starts the whole service for a test: local chains, an indexer that follows them, and the API on a real socket. */
import { createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import { type FollowedChain, type LocalChain, writeChains } from '@mandate/contracts';
import { run } from '@mandate/indexer';
import { createLocks, createReader, createWriter } from '@mandate/store';
import { type Logger, pino } from 'pino';
import { isAt } from '../ledger/caught-up.ts';
import { createTestDatabase } from '../ledger/database.ts';
import { until } from '../until.ts';

const POLL_MS = 50;

export type Indexer = Awaited<ReturnType<typeof startIndexer>>;

export type Service = Awaited<ReturnType<typeof startService>>;

export interface ServiceOptions {
  readonly chains: readonly LocalChain[];
  /** More entries of `CHAINS`, for chains that no indexer follows. */
  readonly unfollowed?: Readonly<Record<string, object>>;
  readonly log?: Logger;
}

/** Starts only the indexer, with a database of its own, for tests that start the API with settings of theirs. */
export async function startIndexer(followed: readonly FollowedChain[], pollMs = POLL_MS) {
  const db = await createTestDatabase();
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const chains = followed.length > 0 ? readChains({ CHAINS: writeChains(followed, pollMs) }) : [];
  const running = run({
    chains,
    writer: createWriter(db.database),
    locks,
    observers: [],
    log: pino({ level: 'silent' }),
    signal: stopping.signal,
  });
  const reader = createReader(db.database);

  return {
    database: db.database,
    databaseUrl: db.url,
    chains,
    /** Waits until the ledger is at the chain's head. */
    async catchUp(chain: LocalChain) {
      const { hash } = await chain.client.getBlock();
      await until(`the indexer reaches ${hash} of chain ${chain.chainId}`, () => isAt(reader, chain, hash));
    },
    async close() {
      stopping.abort();
      await running;
      await locks.close();
      await db.drop();
    },
  };
}

export async function startService({
  chains,
  unfollowed = {},
  log = pino({ level: 'silent' }),
}: ServiceOptions) {
  const indexer = await startIndexer(chains);
  const followed = JSON.parse(writeChains(chains, POLL_MS));
  const served = readChains({ CHAINS: JSON.stringify({ ...followed, ...unfollowed }) });
  const api = await createApi({ databaseUrl: indexer.databaseUrl, chains: served, log });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });

  return {
    ...indexer,
    url,
    api,
    get: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init),
    async close() {
      await api.close();
      await indexer.close();
    },
  };
}
