/** The API on a ledger that the test writes itself, block by block, as the indexer would. */

import { createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import { pino } from 'pino';
import { createTestDatabase, createTestLedger, type TestDatabase } from '../ledger/database.ts';

/**
 * A chain without an indexer. It may be silent for longer than any test lasts. Its blocks, from 2023, are not too
 * old; a block from 1970 is.
 */
export const UNFOLLOWED = {
  nodes: ['http://127.0.0.1:1'],
  maxLagSeconds: 86_400,
  maxQuietSeconds: 1_000_000_000,
};
/** Makes the newest block of chain $1 too old. */
export const LET_LAG = 'update chain set block_timestamp = 0, heartbeat = heartbeat + 1 where chain_id = $1';

export const CHAINS = JSON.stringify({ 1: UNFOLLOWED });
export const CONFIGURED = readChains({ CHAINS });

type ApiOptions = Parameters<typeof createApi>[0];

interface LedgerApiOptions extends Pick<ApiOptions, 'limit' | 'peppers'> {
  /** An empty database. Without it, a new one. */
  readonly db?: TestDatabase;
  /** The chains that the API serves, as in `CHAINS`. */
  readonly served?: Readonly<Record<number, object>>;
  /** The chains that the ledger has. */
  readonly opened?: readonly number[];
  /** Their newest block. */
  readonly block?: number;
}

export type LedgerApi = Awaited<ReturnType<typeof startLedgerApi>>;

export async function startLedgerApi({
  db: given,
  served = { 1: UNFOLLOWED },
  opened = [1],
  block = 1,
  ...options
}: LedgerApiOptions = {}) {
  const db = given ?? (await createTestDatabase());
  const ledger = createTestLedger(db.database);
  for (const chainId of opened) {
    await ledger.openChain(chainId);
    if (block > 0) await ledger.write(chainId, block);
  }
  const chains = readChains({ CHAINS: JSON.stringify(served) });
  const log = pino({ level: 'silent' });
  const api = await createApi({ databaseUrl: db.url, chains, log, ...options });
  return {
    api,
    database: db.database,
    databaseUrl: db.url,
    ledger,
    /** The first of its chains. */
    chainId: opened[0] ?? 0,
    /** Asks without a socket. */
    async get(path: string, headers: Record<string, string> = {}) {
      const { statusCode: status, ...answer } = await api.app.inject({ url: path, headers });
      return { status, headers: answer.headers, text: answer.body, body: JSON.parse(answer.body) as unknown };
    },
    /** Listens on a free port, for tests that need a real socket. */
    listen: () => api.app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await api.close();
      await db.drop();
    },
  };
}
