/** The one place that constructs the service's parts. */
import { setTimeout as delay } from 'node:timers/promises';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { ConfiguredChain } from '@mandate/config';
import { connect, createKeyStore, createReader, createUsageStore } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addCheck } from './checks.ts';
import { addClosing } from './closing.ts';
import type { LimitConfig, Pepper } from './config.ts';
import { addDeveloper } from './developer/developer.ts';
import { addDocumentation } from './documentation.ts';
import { BLOCK_HEADERS } from './freshness.ts';
import { createKeyCheck } from './keys/key-check.ts';
import { addKeys } from './keys/keys.ts';
import { addLimit } from './limit/limit.ts';
import { LIMIT_HEADERS } from './limit/window.ts';
import { addList } from './lists.ts';
import { addMetrics } from './metrics.ts';
import { OPERATIONS } from './operations.ts';
import { addOverload } from './overload.ts';
import { addRequestLog } from './request-log.ts';
import { createServedChains } from './served-chains.ts';
import { createServer } from './server.ts';
import { addStatus } from './status.ts';
import { addUsage } from './usage/usage.ts';
import { addWeb } from './web/web.ts';
import { readWebFiles } from './web/web-files.ts';

export interface ApiOptions {
  readonly databaseUrl: string;
  readonly chains: readonly ConfiguredChain[];
  readonly publicUrl?: string;
  /** How long a service that was told to end still answers, so that balancers can turn away. */
  readonly drainMs?: number;
  /** Without it, requests without a key are not limited. */
  readonly limit?: LimitConfig | null;
  /** Without any, there are no keys. */
  readonly peppers?: readonly Pepper[];
  /** Without a site that was built there, the first page is that of the interface. */
  readonly webDir?: string | null;
  readonly log: Logger;
}

export interface Api {
  readonly app: FastifyInstance;
  /** Ends when everything that was begun is answered. */
  close(): Promise<void>;
}

/** A client that waits this long has given up. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** A key must not wait as long for its check as for its answer. */
const ACCOUNTS_TIMEOUT_MS = 2_000;

export async function createApi({
  databaseUrl,
  chains,
  publicUrl = '',
  drainMs = 0,
  limit = null,
  peppers = [],
  webDir = null,
  log,
}: ApiOptions): Promise<Api> {
  const open = (maxConnections: number, statementTimeoutMs = STATEMENT_TIMEOUT_MS) =>
    connect({
      url: databaseUrl,
      maxConnections,
      statementTimeoutMs,
      onIdleError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
    });
  // Long lists have connections of their own: a check never waits behind one.
  const pools = {
    checks: open(8),
    lists: open(2),
    accounts: open(3, ACCOUNTS_TIMEOUT_MS),
    developer: open(2),
  };
  const [checks, lists] = [createReader(pools.checks), createReader(pools.lists)];
  const keys = createKeyStore(pools.accounts);
  const served = createServedChains(chains);
  let draining = false;

  const app = createServer(log, publicUrl);
  addRequestLog(app, log);
  addClosing(app);
  await app.register(helmet, {
    // The server's own: helmet would write it anew for every answer.
    contentSecurityPolicy: false,
    // Anyone may read what is said here, from any page.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
    xXssProtection: false,
  });
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['X-API-KEY', 'X-Request-Id'],
    exposedHeaders: [...BLOCK_HEADERS, ...LIMIT_HEADERS, 'X-Request-Id', 'Link', 'Retry-After'],
    maxAge: 86_400,
    strictPreflight: false,
  });
  await addOverload(app, pools.lists);
  addKeys(app, createKeyCheck({ findValid: keys.findValid, peppers }));
  const usage = addUsage(app, { usage: createUsageStore(pools.accounts), keys, log });
  const registry = addMetrics(app, pools);
  if (limit) await addLimit(app, limit, { registry, log });
  addStatus(app, { reader: checks, chains: served, isDraining: () => draining });
  await addDocumentation(app, publicUrl);
  for (const operation of OPERATIONS) {
    if (operation.type === 'check') addCheck(app, operation, { reader: checks, chains: served });
    else addList(app, operation, { reader: lists, chains: served });
  }
  await addDeveloper(app, { database: pools.developer, chains, publicUrl, peppers, log });
  const web = webDir === null ? null : readWebFiles(webDir);
  if (web) addWeb(app, web);
  else app.get('/', async (_, reply) => reply.redirect('/docs/', 302));
  app.refuseOtherMethods();
  await app.ready();

  return {
    app,
    async close() {
      draining = true;
      if (drainMs > 0) await delay(drainMs);
      await app.close();
      await usage.close();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}
