/** Starts the parts of the service so that all of them stop together. */

import { createSecretKey, randomBytes } from 'node:crypto';
import { createApi } from '@mandate/api';
import { ConfigError, readChains, startAdminListener } from '@mandate/config';
import { type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { run, startNodeReport } from '@mandate/indexer';
import { createLocks, createNodeStore, createWriter, migrate } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';
import { findFreePort } from '@mandate/testing/find-free-port';
import type { Logger } from 'pino';
import type { CleanUp } from './clean-up.ts';
import { createLedgerWatch, type LedgerWatch } from './ledger-watch.ts';

/** Blocks are mined on demand and rarely. People do not notice this delay. */
const POLL_MS = 200;
/** A browser may keep an idle connection open. */
const CLOSE_TIMEOUT_MS = 1_000;

export async function openDatabase(server: string, cleanUp: CleanUp): Promise<TestDatabase> {
  let db: TestDatabase;
  try {
    db = await createTestDatabase({ server, migrated: false });
  } catch (error) {
    throw new ConfigError(explainNoServer(server, error));
  }
  cleanUp.add(`the database ${withoutPassword(db.url)}`, db.drop);
  await migrate(db.database);
  return db;
}

function explainNoServer(server: string, error: unknown): string {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return `No database could be created at ${withoutPassword(server)}: ${message || code || 'the server does not answer'}

Start a PostgreSQL:
  docker run --rm -d -p 127.0.0.1:5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:17

or use one whose user may create databases:
  DATABASE_URL=postgres://user:password@host:5432/postgres npm run dev`;
}

/** Hides the password, because people share their screens. */
export function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  return url.href;
}

export async function startChain(chainId: number, cleanUp: CleanUp): Promise<LocalChain> {
  const chain = await startLocalChain({ chainId });
  cleanUp.add(`chain ${chainId}`, chain.stop);
  return chain;
}

export interface ServiceOptions {
  readonly db: TestDatabase;
  readonly chains: readonly LocalChain[];
  readonly log: Logger;
  /** Gets a line for each request to the API. Null: nothing does. */
  readonly requestLines: { write(line: string): void } | null;
  readonly cleanUp: CleanUp;
}

export interface ApiUrls {
  /** The URL of the API, and the one that wallets sign in to. */
  readonly url: string;
  readonly metricsUrl: string;
}

export async function startApi(
  wanted: number,
  { db, chains, log, requestLines, cleanUp, webDir }: ServiceOptions & { webDir: string | null },
): Promise<ApiUrls> {
  const port = wanted || (await findFreePort());
  // Uses the name, not the IP address: without https, browsers trust only localhost.
  const publicUrl = `http://localhost:${port}`;
  const api = await createApi({
    databaseUrl: db.url,
    chains: configure(chains),
    publicUrl,
    webDir,
    log,
    requestLines,
    // Keys last as long as the temporary database.
    peppers: [{ version: 1, secret: createSecretKey(randomBytes(32)) }],
  });
  cleanUp.add('the API', async () => {
    const timeout = setTimeout(() => api.app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await api.close();
    clearTimeout(timeout);
  });
  try {
    await api.app.listen({ host: '127.0.0.1', port });
    const admin = await startAdminListener({ host: '127.0.0.1', port: 0 }, api.admin);
    cleanUp.add('the admin listener', async () => admin.close());
    return { url: publicUrl, metricsUrl: `http://127.0.0.1:${admin.port}/metrics` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const other = `API_PORT=${port + 1} npm run dev`;
    throw new ConfigError(
      `Port ${port} is in use. Stop the process that listens there, or choose another port:\n  ${other}`,
    );
  }
}

export function startIndexer({ db, chains, log, cleanUp }: ServiceOptions): LedgerWatch {
  const watch = createLedgerWatch();
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const configured = configure(chains);
  const nodes = startNodeReport(configured, createNodeStore(db.database), log);
  const running = run({
    chains: configured,
    writer: createWriter(db.database),
    locks,
    observers: [watch.observer, nodes],
    nodeObservers: [nodes],
    log,
    signal: stopping.signal,
  });
  cleanUp.add('the indexer', async () => {
    stopping.abort();
    await running;
    await nodes.stop();
    await locks.close();
  });
  return watch;
}

function configure(chains: readonly LocalChain[]) {
  return readChains({ CHAINS: writeChains(chains, POLL_MS) });
}
