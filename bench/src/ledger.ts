/** A ledger of many rows on a chain that is always fresh, and the API before it as a process of its own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createWriter } from '@mandate/store';
import { createTestDatabase, fillLedger } from '@mandate/store/testing';
import { type Child, startChild } from './http-load.ts';

const API = fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url));
/** The limits of memory that an operator's process has. */
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};
const FLAGS = scripts['start:api']?.split(' ').filter((word) => word.startsWith('--')) ?? [];
/** No indexer runs, so the chain must be allowed to be silent. */
const CHAINS = JSON.stringify({ 1: { nodes: ['http://127.0.0.1:1'], maxLagSeconds: 1_000_000 } });

export interface Ledger {
  readonly databaseUrl: string;
  /** Without a limit, unless the environment says otherwise. */
  startApi(env?: NodeJS.ProcessEnv): Promise<Child>;
  drop(): Promise<void>;
}

/** One row a pair, the n-th from wallet aa…n to bb…n over token n of contract cc…n, unless told otherwise. */
export async function createLedger(rows: number, to = 'n'): Promise<Ledger> {
  const db = await createTestDatabase();
  const block = { number: rows + 1, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 } as const;
  const marks = { head: rows + 1, safe: rows + 1, finalized: rows + 1 };
  await createWriter(db.database).open(1, block, marks);
  await db.database.query("update chain set state = 'following'");
  await fillLedger(
    db.database,
    `select 1 as chain_id, 2 as registry, 4 as kind, n as "from", ${to} as "to", n as thing, '' as rights, n as since,
       null::bigint as until from generate_series(1, ${rows}) n`,
  );
  return {
    databaseUrl: db.url,
    startApi: (env = {}) =>
      startChild(
        API,
        {
          DATABASE_URL: db.url,
          CHAINS,
          API_HOST: '127.0.0.1',
          API_PORT: '0',
          LOG_LEVEL: 'info',
          RATE_LIMIT: 'off',
          ...env,
        },
        FLAGS,
      ),
    drop: db.drop,
  };
}
