/** Starts the parts of the service so that all of them stop together. */

import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createApi } from '@mandate/api';
import { createSigner, startAuditor } from '@mandate/auditor';
import { ConfigError, readChains, startAdminListener, type VersionedSecret } from '@mandate/config';
import { type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { run, startNodeReport, startStatusHistory } from '@mandate/indexer';
import {
  createLocks,
  createNodeStore,
  createReader,
  createStatusHistoryStore,
  createWriter,
  migrate,
} from '@mandate/store';
import { isAt } from '@mandate/testing/ledger/caught-up';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { findFreePort } from '@mandate/testing/process/find-free-port';
import { until } from '@mandate/testing/until';
import { startWebhooks } from '@mandate/webhooks';
import type { Logger } from 'pino';
import type { CleanUp } from './clean-up.ts';
import { NAME_CONTRACTS } from './names.ts';
import { START_TIMES } from './sample-chain.ts';
import { FOUNDER } from './story.ts';
import { TOKEN_CONTRACTS } from './tokens.ts';

/** Blocks are mined on demand and rarely. People do not notice this delay. */
const POLL_MS = 200;
/** The status page shows a new audit about this often. The nodes are local, and calls cost nothing. */
const AUDIT = { passMs: 60_000, limits: { callsPerDay: 10_000_000, callsPerSecond: 100 } };
/** The defaults of workers in production. */
const WEBHOOKS = { maxRequests: 256, ceilings: { eventsPerMinute: 6_000, bytesPerMinute: 12_000_000 } };
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

Start it, or use one whose user may create databases:
  DATABASE_URL=postgres://user:password@host:5432/postgres npm run dev

or name none, and a temporary one is started:
  env -u DATABASE_URL -u TEST_DATABASE_URL npm run dev`;
}

/** Hides the password, because people share their screens. */
export function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  return url.href;
}

/** Starts Ethereum and Base. Port 0 is any free one. */
export async function startChains(
  cleanUp: CleanUp,
  { ETHEREUM_PORT, BASE_PORT } = { ETHEREUM_PORT: 0, BASE_PORT: 0 },
) {
  return [await startChain(1, cleanUp, ETHEREUM_PORT), await startChain(8453, cleanUp, BASE_PORT)] as const;
}

/** Starts a local chain with the contracts of the sample world. */
async function startChain(chainId: number, cleanUp: CleanUp, port: number): Promise<LocalChain> {
  const chain = await startLocalChain({
    chainId,
    port,
    startsAt: START_TIMES,
    smartWallets: [FOUNDER],
    contracts: new Map([...TOKEN_CONTRACTS, ...(chainId === 1 ? NAME_CONTRACTS : [])]),
  });
  cleanUp.add(`chain ${chainId}`, chain.stop);
  return chain;
}

export interface WebhookOptions {
  readonly keys: readonly VersionedSecret[];
  readonly privateHosts: readonly string[];
}

/** Secrets of endpoints last as long as the temporary database. */
export const createWebhookOptions = (privateHosts: readonly string[]): WebhookOptions => ({
  keys: [createVersionedSecret()],
  privateHosts,
});

const createVersionedSecret = (): VersionedSecret => ({
  version: 1,
  secret: createSecretKey(randomBytes(32)),
});

export interface ServiceOptions {
  readonly db: TestDatabase;
  readonly chains: readonly LocalChain[];
  readonly log: Logger;
  /** Gets a line for each request to the API. `null` if nothing does. */
  readonly requestLines: { write(line: string): void } | null;
  readonly webhooks: WebhookOptions;
  readonly cleanUp: CleanUp;
}

export interface ApiOptions extends ServiceOptions {
  /** The folders of the built sites. `null` if one is not served. */
  readonly webDir: string | null;
  readonly docsDir: string | null;
  /** Whether requests without a key are limited, as in production. */
  readonly limited: boolean;
}

export async function startApi(
  wanted: number,
  { db, chains, log, requestLines, webhooks, cleanUp, webDir, docsDir, limited }: ApiOptions,
) {
  const port = wanted || (await findFreePort());
  // Uses the name, not the IP address: without https, browsers trust only localhost.
  const publicUrl = `http://localhost:${port}`;
  const api = await createApi({
    databaseUrl: db.url,
    chains: configure(chains),
    publicUrl,
    webDir,
    docsDir,
    log,
    requestLines,
    limit: limited ? { redisUrl: null, trustedHops: 0 } : null,
    // Keys last as long as the temporary database.
    peppers: [createVersionedSecret()],
    webhooks,
  });
  cleanUp.add('the API', async () => {
    const timeout = setTimeout(() => api.app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await api.close();
    clearTimeout(timeout);
  });
  await api.app.listen({ host: '127.0.0.1', port });
  const admin = await startAdminListener({ host: '127.0.0.1', port: 0 }, api.admin);
  cleanUp.add('the admin listener', async () => admin.close());
  // The URL is the one that wallets sign in to.
  return { url: publicUrl, metricsUrl: `http://127.0.0.1:${admin.port}/metrics` };
}

export type Indexer = ReturnType<typeof startIndexer>;

export function startIndexer({ db, chains, log, cleanUp }: ServiceOptions) {
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const configured = configure(chains);
  const nodes = startNodeReport(configured, createNodeStore(db.database), log);
  const history = startStatusHistory(createStatusHistoryStore(db.database), log);
  const running = run({
    chains: configured,
    writer: createWriter(db.database),
    locks,
    observers: [nodes, history],
    nodeObservers: [nodes],
    log,
    signal: stopping.signal,
  });
  cleanUp.add('the indexer', async () => {
    stopping.abort();
    await running;
    await Promise.all([nodes.stop(), history.stop()]);
    await locks.close();
  });
  const reader = createReader(db.database);
  return {
    /** Waits until the chain's newest block in the ledger is this one: from then on the API answers for it. */
    reached: ({ chainId }: { readonly chainId: number }, blockHash: string, signal: AbortSignal) =>
      until(
        `the indexer reaches ${blockHash}`,
        () => {
          signal.throwIfAborted();
          return isAt(reader, { chainId }, blockHash);
        },
        Number.POSITIVE_INFINITY,
      ),
  };
}

/** Its key lasts as long as the temporary database. */
export function startAudits({ db, chains, log, cleanUp }: ServiceOptions): void {
  const signer = createSigner(generateKeyPairSync('ed25519').privateKey);
  const auditor = startAuditor({
    chains: configure(chains),
    database: db.database,
    databaseUrl: db.url,
    ...AUDIT,
    signer,
    log,
  });
  cleanUp.add('the auditor', auditor.stop);
}

/** Delivers webhooks. Its metrics are those of production, which nothing reads here. */
export function startWebhookWorker(
  publicUrl: string,
  { db, chains, webhooks, log, cleanUp }: ServiceOptions,
): void {
  const worker = startWebhooks({
    ...{ ...webhooks, ...WEBHOOKS, publicUrl, log },
    chains: configure(chains),
    database: db.database,
    databaseUrl: db.url,
  });
  cleanUp.add('the worker of webhooks', worker.stop);
}

/** Lets browsers ask the nodes, which are on this machine and answer every origin. */
function configure(chains: readonly LocalChain[]) {
  const open = chains.map((chain) => ({ ...chain, publicNode: withName(chain.url) }));
  return readChains({ CHAINS: writeChains(open, POLL_MS) });
}

/** The documentation writes the URLs of the nodes with this name, too. */
export function withName(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}
