/** Opens what answers are read from: connections to the database, the state of each chain, and the read model of this host. */
import { createLedgerWatch, startSampler } from '@mandate/feed';
import {
  connect,
  createAuditRecords,
  createReader,
  type DatabaseOptions,
  findConnectionShortage,
  within,
} from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { HostReadModel } from './answers/read-model.ts';
import { trustReadModel } from './answers/trusted-read-model.ts';
import type { Config } from './config.ts';
import { startDatabaseProbe } from './observe/database-probe.ts';
import { createPin } from './request/at-block.ts';
import { createServedChains } from './request/chains.ts';

/** A client that waits this long has given up. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** A key must not wait as long for its check as for its answer. */
const ACCOUNTS_TIMEOUT_MS = 2_000;
const HEARTBEATS_TIMEOUT_MS = 2_000;
/** A connection that hangs must not keep changes from streams for long. Their statements are short. */
const FEED_TIMEOUT_MS = 2_000;
/** Balancers are told within two seconds that the database hangs. */
const PROBE_TIMEOUT_MS = 1_000;
/** Beside the pools: the probe and the listener of changes, and those of the read model. */
const OTHER_CONNECTIONS = 2;
const READ_MODEL_CONNECTIONS = 3;
/** One client never takes the last of them, if clients are told apart. */
export const LIST_CONNECTIONS = 3;

interface LedgerOptions extends Pick<Config, 'databaseUrl' | 'chains' | 'ledgerRole'> {
  readonly readModel: HostReadModel | null;
  readonly log: Logger;
}

export async function openLedger({ databaseUrl, ledgerRole, chains, readModel: given, log }: LedgerOptions) {
  const open = (maxConnections: number, options: Partial<DatabaseOptions> = {}) =>
    connect({
      url: databaseUrl,
      program: 'api',
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
  // Marks are read and set on the primary.
  const auditRecords = createAuditRecords(pools.accounts);
  const served = createServedChains(chains, auditRecords.isNamed);
  const sampler = startSampler(createReader(pools.heartbeats).readHeartbeats, served.sample);
  const readModel = given && trustReadModel(given, log, { ...sampler, chains: served.list() });
  // Asks as checks do, from the same server, on a connection that no request holds.
  const probed = open(1, { role: ledgerRole, statementTimeoutMs: PROBE_TIMEOUT_MS });
  const probe = startDatabaseProbe(createReader(probed).listCheckpoints, log);
  // The read model's ledger is checked before the first request, unless the database is away.
  await within(HEARTBEATS_TIMEOUT_MS, Promise.all([sampler.first, probe.first]));
  const watch = createLedgerWatch(databaseUrl);
  const wanted = Object.values(pools).reduce((sum, { options }) => sum + options.max, OTHER_CONNECTIONS);
  findConnectionShortage(pools.developer, wanted + (given ? READ_MODEL_CONNECTIONS : 0)).then(
    (shortage) => shortage && log.warn(shortage),
    () => {},
  );

  return {
    pools,
    checks,
    lists,
    auditRecords,
    probe,
    served,
    readModel,
    watch,
    pin: createPin(checks, watch),
    /** Closes it after everything that was begun is answered. */
    closeWith(app: FastifyInstance) {
      app.addHook('onClose', async () => {
        await Promise.all([watch.close(), sampler.close(), probe.close()]);
        await Promise.all([probed, ...Object.values(pools)].map((pool) => pool.end()));
      });
    },
  };
}
