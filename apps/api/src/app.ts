/** The one place that constructs the service's parts. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AdminAnswers } from '@mandate/config';
import {
  connect,
  createAuditRecords,
  createKeyStore,
  createNodeStore,
  createReader,
  createStatusHistoryStore,
  createUsageStore,
  type DatabaseOptions,
} from '@mandate/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { createKeyCheck } from './access/keys/key-check.ts';
import { addKeys } from './access/keys/keys.ts';
import { createSightings } from './access/keys/origins-of-keys.ts';
import { addConnectionLimit } from './access/limit/connections.ts';
import { addBodyLimit, addHeavyLimit } from './access/limit/in-progress.ts';
import { addLimit } from './access/limit/limit.ts';
import { createRedisShares } from './access/limit/redis-shares.ts';
import { createFindAsker, createFindHolder, laneOf } from './access/limit/shares.ts';
import { LIMIT_HEADERS } from './access/limit/window.ts';
import { createUsage } from './access/usage/usage.ts';
import { addDeveloper } from './account/account.ts';
import { createChainReader } from './answers/chain/chain-reader.ts';
import { createChecks } from './answers/checks.ts';
import { createReadDoubts } from './answers/doubts.ts';
import { createAnswerEligibility } from './answers/eligibility/eligibility.ts';
import { createFindGranting } from './answers/granting-page.ts';
import { createListPages } from './answers/list-pages.ts';
import { createLookups } from './answers/names/lookups.ts';
import { createNames } from './answers/names/names.ts';
import { createProofCache } from './answers/proofs/proof-cache.ts';
import { createProofs } from './answers/proofs/proofs.ts';
import { createReportDispute } from './answers/proofs/report-dispute.ts';
import type { HostReadModel } from './answers/read-model.ts';
import { trustReadModel } from './answers/trusted-read-model.ts';
import { type Config, NO_CEILINGS } from './config.ts';
import { addDocumentation } from './describe/documentation.ts';
import { addClosing } from './http/closing.ts';
import { createFairQueue, takeTurns } from './http/fair-queue.ts';
import { addOverload } from './http/overload.ts';
import { createServer } from './http/server.ts';
import { addMcp } from './mcp/mcp.ts';
import type { Lines } from './observe/log.ts';
import { createMetrics } from './observe/metrics.ts';
import { addNameMetrics } from './observe/metrics-of-names.ts';
import { addProofMetrics } from './observe/metrics-of-proofs.ts';
import { createReadiness } from './observe/readiness.ts';
import { createRequestLog } from './observe/request-log.ts';
import type { Tracing } from './observe/tracing.ts';
import { addOperations } from './operations/routes.ts';
import { createPin } from './request/at-block.ts';
import { createServedChains, MAINNET } from './request/chains.ts';
import { createCursors } from './request/cursor.ts';
import { BLOCK_HEADERS, SAFE_HEADER } from './request/freshness.ts';
import { startSampler } from './request/heartbeats.ts';
import { createLedgerWatch } from './request/ledger-watch.ts';
import { addDocs, readDocsFiles } from './site/docs.ts';
import { addWeb, readWebFiles } from './site/site.ts';

type Optional =
  | 'ledgerRole'
  | 'publicUrl'
  | 'drainMs'
  | 'limit'
  | 'peppers'
  | 'webDir'
  | 'docsDir'
  | 'mcpOrigins'
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

/** A client that waits this long has given up. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** A key must not wait as long for its check as for its answer. */
const ACCOUNTS_TIMEOUT_MS = 2_000;
const HEARTBEATS_TIMEOUT_MS = 2_000;
/** A connection that hangs must not keep changes from streams for long. Their statements are short. */
const FEED_TIMEOUT_MS = 2_000;
/** One client never takes the last of them, if clients are told apart. */
const LIST_CONNECTIONS = 3;

export async function createApi({
  databaseUrl,
  ledgerRole = 'primary',
  chains,
  publicUrl = '',
  drainMs = 0,
  limit = null,
  peppers = [],
  webDir = null,
  docsDir = null,
  mcpOrigins = [],
  readModel: given = null,
  showUsage = true,
  tracing = null,
  log,
  requestLines = null,
  isAlone = false,
}: ApiOptions): Promise<Api> {
  const open = (maxConnections: number, options: Partial<DatabaseOptions> = {}) =>
    connect({
      url: databaseUrl,
      maxConnections,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      ...options,
      onIdleError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
    });
  // Long lists have connections of their own: a check never waits behind one.
  const pools = {
    checks: open(8, { role: ledgerRole }),
    lists: open(LIST_CONNECTIONS, { role: ledgerRole }),
    feed: open(2, { role: ledgerRole, statementTimeoutMs: FEED_TIMEOUT_MS }),
    accounts: open(3, { statementTimeoutMs: ACCOUNTS_TIMEOUT_MS }),
    developer: open(2),
    // Heartbeats are read from the primary, even if the ledger is read from a standby: standbys may be behind.
    heartbeats: open(1, { statementTimeoutMs: HEARTBEATS_TIMEOUT_MS }),
  };
  const [checks, lists] = [createReader(pools.checks), createReader(pools.lists)];
  const cursors = createCursors(lists.getCursorSecret);
  const keys = createKeyStore(pools.accounts);
  // Marks are read and set on the primary.
  const auditRecords = createAuditRecords(pools.accounts);
  const served = createServedChains(chains, auditRecords.isNamed);
  const sampler = startSampler(createReader(pools.heartbeats).readHeartbeats, served.sample);
  const readModel = given && trustReadModel(given, log, { ...sampler, chains: served.list() });
  // The read model's ledger is checked before the first request, unless the database is away.
  await Promise.race([sampler.first, delay(HEARTBEATS_TIMEOUT_MS, undefined, { ref: false })]);
  const watch = createLedgerWatch(databaseUrl);
  const pin = createPin(checks, watch);
  let draining = false;

  const app = createServer(log, {
    publicUrl,
    exposedHeaders: [
      ...BLOCK_HEADERS,
      SAFE_HEADER,
      ...LIMIT_HEADERS,
      'X-Request-Id',
      'Link',
      'ETag',
      'Retry-After',
    ],
    clientHeaders: LIMIT_HEADERS,
  });
  tracing?.observe(app, pools);
  const logAnswer = requestLines && createRequestLog(requestLines);
  addClosing(app);
  if (isAlone) await addOverload(app);
  const hasRedis = Boolean(limit?.redisUrl);
  const metrics = createMetrics({ pools, reader: checks, chains: served, readModel, hasRedis });
  const sightings = createSightings();
  const checkKey = createKeyCheck({ findValid: metrics.countKeyLookups(keys.findValid), peppers });
  addKeys(app, { checkKey, sightings, registry: metrics.registry, publicUrl });
  const usage = createUsage({ usage: createUsageStore(pools.accounts), keys, sightings, log });
  app.decorateRequest('chainId', 0);
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer?.(request, reply);
    metrics.countAnswer(request, reply);
    usage.countAnswer(request, reply);
    done();
  });
  const { ceilings = NO_CEILINGS } = limit ?? {};
  const findHolder = createFindHolder(limit?.trustedHops ?? null);
  const edge = { findHolder, registry: metrics.registry };
  const [streamShares, countRest] = await Promise.all([
    limit?.redisUrl ? createRedisShares(limit.redisUrl, log) : null,
    limit && addLimit(app, limit, { ...edge, log }),
  ]);
  if (limit?.trustedHops === 0) addConnectionLimit(app.server, metrics.registry);
  addBodyLimit(app, edge);
  addHeavyLimit(app, edge);
  const maxOfLane = limit ? LIST_CONNECTIONS - 1 : LIST_CONNECTIONS;
  const readerOf = takeTurns(lists, createFairQueue({ places: LIST_CONNECTIONS, maxOfLane }));
  const readerFor = (request: FastifyRequest) => readerOf(laneOf(findHolder(request)));
  // Calls are counted on the primary, even if the ledger is read from a standby.
  const store = createNodeStore(pools.accounts);
  const chainReader = createChainReader(chains, { store, registry: metrics.registry, log });
  const answerChecks = createChecks({ reader: checks, readModel, pin });
  const cache = createProofCache();
  const proofs = createProofs({
    checks: answerChecks,
    pin,
    watch,
    chainReader,
    cache,
    // Disputes are recorded on the primary, where the auditor looks for them.
    reportDispute: createReportDispute(auditRecords, log),
    countProof: addProofMetrics(metrics.registry, cache),
  });
  const web = webDir === null ? null : readWebFiles(webDir);
  const docs = docsDir === null ? null : readDocsFiles(docsDir, publicUrl);
  addDocumentation(app, publicUrl, { hasWeb: web !== null, hasDocs: docs !== null });
  const lookups = createLookups();
  addNameMetrics(metrics.registry, lookups);
  await addOperations(app, {
    reader: checks,
    checks: answerChecks,
    proofs,
    lists: createListPages(readModel, metrics.countPage),
    findGranting: createFindGranting(readModel, metrics.countPage),
    answerEligibility: createAnswerEligibility({ chainReader, pin }),
    names: createNames({
      lookups,
      chainReader,
      hasEthereum: chains.some(({ chainId }) => chainId === MAINNET),
    }),
    readerFor,
    findAsker: createFindAsker(findHolder),
    chains: served,
    pin,
    chainReader,
    cursors,
    countRest,
    countCheck: metrics.countCheck,
    nodes: createNodeStore(pools.checks),
    history: createStatusHistoryStore(pools.lists),
    audit: createAuditRecords(pools.checks),
    showUsage,
    feed: {
      reader: createReader(pools.feed),
      watch,
      readDoubts: createReadDoubts({ reader: checks, readModel, chains: served }),
      ...edge,
      shares: streamShares,
    },
  });
  await addMcp(app, { publicUrl, origins: mcpOrigins, log });
  await addDeveloper(app, { database: pools.developer, chains, publicUrl, peppers, ceilings, log });
  if (web)
    addWeb(
      app,
      web,
      chains.flatMap(({ publicNode }) => publicNode ?? []),
    );
  else app.get('/', async (_, reply) => reply.redirect(docs ? '/docs/' : '/llms.txt', 302));
  addDocs(app, docs);
  app.refuseOtherMethods();
  await app.ready();

  return {
    app,
    admin: {
      ready: createReadiness({ reader: checks, chains: served, readModel, isDraining: () => draining }),
      metrics: metrics.tell,
    },
    async close() {
      draining = true;
      if (drainMs > 0) await delay(drainMs);
      await app.close();
      await Promise.all([watch.close(), sampler.close()]);
      await Promise.all([usage.close(), chainReader.close()]);
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}
