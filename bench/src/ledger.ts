/**
 * Ledgers with many rows on a chain that always counts as fresh: the questions of most parts are about them. Their
 * databases take long to fill: they are dropped at the end, or kept for the next run that needs the same.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createWriter, type Database } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { fillLedger } from '@mandate/testing/ledger/many-rows';
import { type Sample, toSamples } from './sample.ts';

/** The schema determines a ledger's content together with the statements that fill it. */
const MIGRATIONS = new URL('../../packages/store/migrations/', import.meta.url);
const FILLING = new URL('../../packages/testing/src/ledger/many-rows.ts', import.meta.url);

export interface LedgerRows {
  readonly rows: number;
  /** Selects rows in blocks up to `rows`. Other statements fill another database. */
  readonly select: string;
  /** Runs after the ledger is filled. */
  readonly more?: string;
  readonly keep?: boolean;
}

export interface Ledger extends TestDatabase {
  readonly rows: number;
  /** `null` when an earlier run filled it. */
  readonly fillSeconds: number | null;
  readonly sizeBytes: number;
}

/** Open databases that will not be kept. */
const open = new Set<TestDatabase>();

/** Drops them when a run ends early, whatever they are doing. */
export async function dropOpenDatabases(): Promise<void> {
  await Promise.all(
    [...open].map(({ url }) => onServer(`drop database if exists ${nameOf(url)} with (force)`)),
  );
}

export async function createLedger(contents: LedgerRows): Promise<Ledger> {
  const kept = contents.keep ? await findKept(contents) : null;
  const startedAt = performance.now();
  const found = kept ?? (await fill(contents));
  const fillSeconds = kept ? null : (performance.now() - startedAt) / 1000;
  const drop = () => found.drop().finally(() => open.delete(found));
  return { ...found, drop, rows: contents.rows, fillSeconds, sizeBytes: await readSize(found.database) };
}

async function fill(contents: LedgerRows): Promise<TestDatabase> {
  const { rows, select, more, keep } = contents;
  const made = await createTestDatabase();
  const { url, database } = made;
  open.add(made);
  const block = { number: rows + 1, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 } as const;
  const marks = { head: rows + 1, safe: rows + 1, finalized: rows + 1 };
  await createWriter(database).open(1, block, marks);
  await fillLedger(database, select, { dated: true });
  if (more) await database.query(more);
  if (more) await database.query('vacuum analyze');
  await database.query("update chain set state = 'following'");
  if (!keep) return made;
  await database.end();
  await onServer(`alter database ${nameOf(url)} rename to ${keptName(contents)}`);
  open.delete(made);
  await dropOutdated(contents);
  const found = await findKept(contents);
  if (!found) throw new Error(`The database ${keptName(contents)} was to be kept, and is gone.`);
  return found;
}

function keptName({ rows, select, more }: LedgerRows): string {
  const hash = createHash('sha256').update(`${select}; ${more}`).update(readFileSync(FILLING));
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(new URL(name, MIGRATIONS)));
  return `mandate_bench_${rows}_${hash.digest('hex').slice(0, 12)}`;
}

async function findKept(contents: LedgerRows): Promise<TestDatabase | null> {
  const name = keptName(contents);
  const found = await onServer(`select from pg_database where datname = '${name}'`);
  if (found.length === 0) return null;
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const database = connect({ url: url.href });
  const { rowCount } = await database.query('select from delegation limit 1');
  if (rowCount === 1) return { url: url.href, database, drop: () => database.end() };
  // The server crashed in between, so unlogged tables are empty.
  await database.end();
  await onServer(`drop database ${name} with (force)`);
  return null;
}

/** Drops databases of another schema or other statements, unless someone uses them. */
async function dropOutdated(contents: LedgerRows): Promise<void> {
  const outdated = await onServer(
    `select datname as name from pg_database d
     where datname ~ '^mandate_bench_${contents.rows}_' and datname <> '${keptName(contents)}'
       and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
  );
  for (const { name } of outdated) await onServer(`drop database if exists ${name}`);
}

const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export async function readSize(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return rows[0]?.bytes ?? 0;
}

export const LEDGER = 'a ledger';

/** Returns what a ledger takes. */
export function describeSize({ rows, sizeBytes, fillSeconds }: Omit<Ledger, keyof TestDatabase>): Sample[] {
  return toSamples({ name: LEDGER, rows }, { GB: sizeBytes / 2 ** 30, 's to fill it': fillSeconds });
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Connects to another database, so that this one can be renamed and dropped. */
async function onServer(sql: string): Promise<{ name: string }[]> {
  const database = connect({ url: SERVER, maxConnections: 1 });
  try {
    return (await database.query<{ name: string }>(sql)).rows;
  } finally {
    await database.end();
  }
}
