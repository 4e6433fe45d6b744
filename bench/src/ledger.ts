/** A ledger with many rows on a chain that always counts as fresh, and the API as a separate process. */
import { fileURLToPath } from 'node:url';
import { createWriter, type Database } from '@mandate/store';
import { fillLedger } from '@mandate/testing/many-rows';
import { listMemoryFlags } from '@mandate/testing/memory-flags';
import { openLedgerDatabase } from './ledger-database.ts';
import { type Child, type ChildOptions, startChild } from './server-process.ts';

const API = fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url));
export const MEMORY_FLAGS = listMemoryFlags('start:api');
/** No indexer is running, so the chain may be silent for any time. */
const CHAINS = JSON.stringify({
  1: { nodes: ['http://127.0.0.1:1'], maxLagSeconds: 1_000_000, maxQuietSeconds: 'unlimited' },
});

export interface Ledger {
  readonly rows: number;
  readonly databaseUrl: string;
  readonly database: Database;
  /** Null when an earlier run filled it. */
  readonly fillSeconds: number | null;
  readonly sizeBytes: number;
  startApi(env?: NodeJS.ProcessEnv, cores?: ChildOptions['cores']): Promise<Child>;
  drop(): Promise<void>;
}

/** Creates one row per pair by default: the nth from wallet aa…n to bb…n over token n of contract cc…n. */
export async function createLedger(rows: number, to = 'n'): Promise<Ledger> {
  return createLedgerOf({
    rows,
    select: `select 1 as chain_id, 2 as registry, 4 as kind, n as "from", ${to} as "to", n as thing, '' as rights, n as since,
       null::bigint as until from generate_series(1, ${rows}) n`,
  });
}

export interface LedgerRows {
  readonly rows: number;
  /** Selects rows in blocks up to `rows`. */
  readonly select: string;
  /** Runs after the ledger is filled. */
  readonly more?: string;
  readonly keep?: boolean;
}

export async function createLedgerOf({ rows, select, more, keep = false }: LedgerRows): Promise<Ledger> {
  const db = await openLedgerDatabase({
    rows,
    keep,
    text: `${select}; ${more}`,
    async fill(database) {
      const block = { number: rows + 1, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 } as const;
      const marks = { head: rows + 1, safe: rows + 1, finalized: rows + 1 };
      await createWriter(database).open(1, block, marks);
      await fillLedger(database, select, { dated: true });
      if (!more) return;
      await database.query(more);
      await database.query('vacuum analyze');
    },
  });
  await db.database.query("update chain set state = 'following'");
  return {
    rows,
    databaseUrl: db.url,
    database: db.database,
    fillSeconds: db.fillSeconds,
    sizeBytes: db.sizeBytes,
    startApi: (env = {}, cores = null) => startApi(db.url, env, cores),
    drop: db.drop,
  };
}

/** Starts the API on a ledger, without rate limits unless the environment sets them. */
export function startApi(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
  cores: NonNullable<ChildOptions['cores']> | null,
): Promise<Child> {
  const all = {
    DATABASE_URL: databaseUrl,
    CHAINS,
    API_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    RATE_LIMIT: 'off',
    ...env,
  };
  return startChild(API, { env: all, flags: MEMORY_FLAGS, cores });
}
