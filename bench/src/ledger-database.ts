/**
 * The database of a ledger that takes long to fill: dropped at the end, or kept for the next run that needs
 * the same.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Database } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';
import { type Sample, toSamples } from './sample.ts';

/** The schema determines a ledger's content together with the statements that fill it. */
const MIGRATIONS = new URL('../../packages/store/migrations/', import.meta.url);
const FILLING = new URL('../../packages/testing/src/many-rows.ts', import.meta.url);

export interface LedgerDatabase extends TestDatabase {
  /** Null when an earlier run filled it. */
  readonly fillSeconds: number | null;
  readonly sizeBytes: number;
}

export interface LedgerContents {
  readonly rows: number;
  /** The statements that fill it. Another text means another database. */
  readonly text: string;
  fill(database: Database): Promise<void>;
  readonly keep: boolean;
}

/** Open databases that will not be kept. */
const open = new Set<TestDatabase>();

/** Drops them when a run ends early, whatever they are doing. */
export async function dropOpenDatabases(): Promise<void> {
  await Promise.all(
    [...open].map(({ url }) => onServer(`drop database if exists ${nameOf(url)} with (force)`)),
  );
}

export async function openLedgerDatabase(contents: LedgerContents): Promise<LedgerDatabase> {
  const kept = contents.keep ? await findKept(contents) : null;
  if (kept) return { ...kept, fillSeconds: null, sizeBytes: await readSize(kept.database) };
  const startedAt = performance.now();
  const made = await createTestDatabase();
  open.add(made);
  await contents.fill(made.database);
  const fillSeconds = (performance.now() - startedAt) / 1000;
  if (contents.keep) {
    await made.database.end();
    await onServer(`alter database ${nameOf(made.url)} rename to ${keptName(contents)}`);
    await dropOutdated(contents);
    open.delete(made);
  }
  const found = contents.keep ? await findKept(contents) : made;
  if (!found) throw new Error(`The database ${keptName(contents)} was to be kept, and is gone.`);
  const drop = () => found.drop().finally(() => open.delete(found));
  return { ...found, drop, fillSeconds, sizeBytes: await readSize(found.database) };
}

function keptName({ rows, text }: LedgerContents): string {
  const hash = createHash('sha256').update(text).update(readFileSync(FILLING));
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(new URL(name, MIGRATIONS)));
  return `mandate_bench_${rows}_${hash.digest('hex').slice(0, 12)}`;
}

async function findKept(contents: LedgerContents): Promise<TestDatabase | null> {
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
async function dropOutdated(contents: LedgerContents): Promise<void> {
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

/** Returns what a ledger takes. */
export function describeSize(ledger: {
  readonly rows: number;
  readonly sizeBytes: number;
  readonly fillSeconds: number | null;
}): Sample[] {
  const { rows, sizeBytes, fillSeconds } = ledger;
  return toSamples({ name: LEDGER, rows }, { GB: sizeBytes / 2 ** 30, 's to fill it': fillSeconds });
}
export const LEDGER = 'a ledger';

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
