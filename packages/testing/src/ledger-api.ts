/** The API on a ledger that the test writes itself, block by block, as the indexer would. */

import { type Api, createApi } from '@mandate/api';
import { readChains } from '@mandate/config';
import type { Database } from '@mandate/store';
import { pino } from 'pino';
import { createTestDatabase, createTestLedger, type TestDatabase } from './database.ts';

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

export interface LedgerApi {
  readonly api: Api;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly ledger: ReturnType<typeof createTestLedger>;
  readonly chainId: number;
  /** Listens on a free port, for tests that need a real socket. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Uses a new database, unless one is given. */
export async function startLedgerApi(given?: TestDatabase): Promise<LedgerApi> {
  const db = given ?? (await createTestDatabase());
  const ledger = createTestLedger(db.database);
  const chainId = await ledger.openChain();
  await ledger.write(chainId, 1);
  const api = await createApi({
    databaseUrl: db.url,
    chains: CONFIGURED,
    log: pino({ level: 'silent' }),
  });
  return {
    api,
    database: db.database,
    databaseUrl: db.url,
    ledger,
    chainId,
    listen: () => api.app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await api.close();
      await db.drop();
    },
  };
}
