/** The one place that constructs the service's parts: each folder adds its own. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AdminAnswers } from '@mandate/config';
import { createAuditRecords, createNodeStore, createReader, createStatusHistoryStore } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addAccess } from './access/access.ts';
import { NO_CEILINGS } from './access/limit/ceilings.ts';
import { LIMIT_HEADERS } from './access/limit/window.ts';
import { addDeveloper } from './account/account.ts';
import { createAnswers } from './answers/answers.ts';
import type { HostReadModel } from './answers/read-model.ts';
import type { Config } from './config.ts';
import { addDocumentation } from './describe/documentation.ts';
import { addClosing } from './http/closing.ts';
import { addOverload } from './http/overload.ts';
import { createServer } from './http/server.ts';
import { LIST_CONNECTIONS, openLedger } from './ledger.ts';
import { addMcp } from './mcp/mcp.ts';
import type { Lines } from './observe/log.ts';
import { createMetrics } from './observe/metrics.ts';
import { addNameMetrics } from './observe/metrics-of-names.ts';
import { addProofMetrics } from './observe/metrics-of-proofs.ts';
import { createReadiness } from './observe/readiness.ts';
import { createRequestLog } from './observe/request-log.ts';
import type { Tracing } from './observe/tracing.ts';
import { addOperations } from './operations/routes.ts';
import { createCursors } from './request/cursor.ts';
import { BLOCK_HEADERS, SAFE_HEADER } from './request/freshness.ts';
import { addSites, readSites } from './site/sites.ts';

type Optional =
  | 'ledgerRole'
  | 'publicUrl'
  | 'drainMs'
  | 'limit'
  | 'peppers'
  | 'webhooks'
  | 'webDir'
  | 'docsDir'
  | 'mcpOrigins'
  | 'safeAppOrigins'
  | 'showUsage';

export interface ApiOptions extends Pick<Config, 'databaseUrl' | 'chains'>, Partial<Pick<Config, Optional>> {
  /** Without it, every check asks the database. It is the caller's to close. */
  readonly readModel?: HostReadModel | null;
  /** Without it, requests are not traced. */
  readonly tracing?: Tracing | null;
  readonly log: Logger;
  /** Gets a line for each request. Without it, requests are not logged. */
  readonly requestLines?: Pick<Lines, 'write'> | null;
  /** The process does nothing else, so its delay is that of requests: some are refused when it is too long. */
  readonly isAlone?: boolean;
}

export interface Api {
  readonly app: FastifyInstance;
  /** For the admin listener, which is the caller's to start. */
  readonly admin: AdminAnswers;
  /** Ends when everything that was begun is answered. */
  close(): Promise<void>;
}

/** Clients may read these headers of answers to other origins. */
const EXPOSED_HEADERS = [
  ...BLOCK_HEADERS,
  SAFE_HEADER,
  ...LIMIT_HEADERS,
  'X-Request-Id',
  'Link',
  'ETag',
  'Retry-After',
];

export async function createApi({
  databaseUrl,
  ledgerRole = 'primary',
  chains,
  publicUrl = '',
  drainMs = 0,
  limit = null,
  peppers = [],
  webhooks = { keys: [], privateHosts: [] },
  webDir = null,
  docsDir = null,
  mcpOrigins = [],
  safeAppOrigins = [],
  readModel: given = null,
  showUsage = true,
  tracing = null,
  log,
  requestLines = null,
  isAlone = false,
}: ApiOptions): Promise<Api> {
  const sites = readSites({ webDir, docsDir, publicUrl });
  const ledger = await openLedger({ databaseUrl, ledgerRole, chains, readModel: given, log });
  const { pools, checks: reader, probe, served, readModel, watch, pin, auditRecords } = ledger;
  const app = createServer(log, {
    publicUrl,
    exposedHeaders: EXPOSED_HEADERS,
    clientHeaders: LIMIT_HEADERS,
  });
  ledger.closeWith(app);
  tracing?.observe(app, pools);
  addClosing(app);
  if (isAlone) await addOverload(app);

  const hasRedis = Boolean(limit?.redisUrl);
  const metrics = createMetrics({
    ...{ pools, reader, chains: served, readModel, hasRedis },
    readAuditIdle: auditRecords.passes.readIdleSeconds,
  });
  const { registry, countPage, countCheck, countKeyLookups } = metrics;
  const logAnswer = requestLines && createRequestLog(requestLines);
  const { findHolder, findAsker, countRest, streamShares, createReaderFor } = await addAccess(app, {
    ...{ limit, peppers, publicUrl, registry, countKeyLookups, log },
    accounts: pools.accounts,
    onAnswer(request, reply) {
      logAnswer?.(request, reply);
      metrics.countAnswer(request, reply);
    },
  });
  const { readDoubts, ...answers } = createAnswers(app, {
    ...{ chains, served, reader, readModel, pin, watch, auditRecords, registry, countPage, log },
    accounts: pools.accounts,
    observeProofs: (cache) => addProofMetrics(registry, cache),
    observeNames: (lookups) => addNameMetrics(registry, lookups),
  });
  addDocumentation(app, publicUrl, sites.served);
  await addOperations(app, {
    ...answers,
    ...{ reader, findAsker, pin, countRest, countCheck, showUsage },
    chains: served,
    readerFor: createReaderFor(ledger.lists, LIST_CONNECTIONS),
    cursors: createCursors(ledger.lists.getCursorSecret),
    nodes: createNodeStore(pools.checks),
    history: createStatusHistoryStore(pools.lists),
    audit: createAuditRecords(pools.checks),
    feed: {
      ...{ watch, readDoubts, findHolder, registry },
      reader: createReader(pools.feed),
      shares: streamShares,
    },
  });
  await addMcp(app, { publicUrl, origins: mcpOrigins, log });
  const { ceilings = NO_CEILINGS } = limit ?? {};
  await addDeveloper(app, {
    ...{ chains, publicUrl, peppers, webhooks, ceilings, reader, log },
    database: pools.developer,
  });
  addSites(app, sites, chains, safeAppOrigins);
  app.refuseOtherMethods();
  await app.ready();

  let draining = false;
  return {
    app,
    admin: {
      ready: createReadiness({ probe, chains: served, readModel, isDraining: () => draining }),
      metrics: metrics.tell,
    },
    async close() {
      draining = true;
      if (drainMs > 0) await delay(drainMs);
      await app.close();
    },
  };
}
