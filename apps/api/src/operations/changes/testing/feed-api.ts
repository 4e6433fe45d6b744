/** The API over a ledger of two chains that a test writes, and a third that nobody has read yet. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { readChains } from '@mandate/config';
import { block, createTestDatabase, createTestLedger } from '@mandate/testing/database';
import { UNFOLLOWED } from '@mandate/testing/ledger-api';
import { pino } from 'pino';
import { createApi } from '../../../app.ts';
import type { LimitConfig } from '../../../config.ts';

const CHAINS = JSON.stringify({ 1: UNFOLLOWED, 10: UNFOLLOWED, 8453: UNFOLLOWED });
const MARKS = { head: 0, safe: 0, finalized: 0 };

export type FeedApi = Awaited<ReturnType<typeof startFeedApi>>;

export async function startFeedApi(limit: LimitConfig | null = null) {
  const db = await createTestDatabase();
  const ledger = createTestLedger(db.database);
  const openChain = (chainId: number) => ledger.writer.open(chainId, block(0), MARKS);
  for (const chainId of [1, 8453]) await openChain(chainId);
  const chains = readChains({ CHAINS });
  const api = await createApi({ databaseUrl: db.url, chains, limit, log: pino({ level: 'silent' }) });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    api,
    url,
    database: db.database,
    ledger,
    openChain,
    async page(query: string, headers: Record<string, string> = {}) {
      const response = await api.app.inject({ url: `/changes?${query}`, headers });
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.body,
        ...response.json(),
      };
    },
    async close() {
      await api.close();
      await db.drop();
    },
  };
}

export async function openStream(
  url: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const options = { agent: false, headers: { accept: 'text/event-stream', ...headers } } as const;
  const [response] = await once(get(`${url}/changes?${query}`, options), 'response');
  // A stream that a test leaves, or that the service ends, breaks for nobody.
  return (response as IncomingMessage).on('error', () => {});
}
