/**
 * The database of a ledger that takes long to fill: dropped at the end, or kept for the next run that needs
 * the same.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Database } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';

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
    [...open].map(({ url }) => onServer(url, `drop database if exists ${nameOf(url)} with (force)`)),
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
  const sizeBytes = await readSize(made.database);
  if (!contents.keep) return { ...made, fillSeconds, sizeBytes, drop: () => drop(made) };
  await made.database.end();
  await onServer(made.url, `alter database ${nameOf(made.url)} rename to ${keptName(contents)}`);
  open.delete(made);
  await dropOutdated(contents);
  const found = await findKept(contents);
  if (!found) throw new Error(`The database ${keptName(contents)} was to be kept, and is gone.`);
  return { ...found, fillSeconds, sizeBytes };
}

async function drop(database: TestDatabase): Promise<void> {
  open.delete(database);
  await database.drop();
}

function keptName({ rows, text }: LedgerContents): string {
  const hash = createHash('sha256').update(text).update(readFileSync(FILLING));
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(new URL(name, MIGRATIONS)));
  return `mandate_bench_${rows}_${hash.digest('hex').slice(0, 12)}`;
}

async function findKept(contents: LedgerContents): Promise<TestDatabase | null> {
  const server = serverUrl();
  const name = keptName(contents);
  const found = await onServer(server, `select from pg_database where datname = '${name}'`);
  if (found === 0) return null;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = connect({ url: url.href });
  const { rowCount } = await database.query('select from delegation limit 1');
  if (rowCount === 1) return { url: url.href, database, drop: () => database.end() };
  // The server crashed in between, so unlogged tables are empty.
  await database.end();
  await onServer(server, `drop database ${name} with (force)`);
  return null;
}

/** Drops databases of another schema or other statements, unless someone uses them. */
async function dropOutdated(contents: LedgerContents): Promise<void> {
  const server = connect({ url: serverUrl(), maxConnections: 1 });
  try {
    const { rows } = await server.query<{ name: string }>(
      `select datname as name from pg_database d where datname ~ '^mandate_bench_${contents.rows}_' and datname <> $1
         and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
      [keptName(contents)],
    );
    for (const { name } of rows) await server.query(`drop database if exists ${name}`);
  } finally {
    await server.end();
  }
}

const serverUrl = () => process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

async function readSize(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return rows[0]?.bytes ?? 0;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Connects to another database, so that this one can be renamed and dropped. */
async function onServer(url: string, sql: string): Promise<number> {
  const server = new URL(url);
  server.pathname = '/postgres';
  const database = connect({ url: server.href, maxConnections: 1 });
  try {
    return (await database.query(sql)).rowCount ?? 0;
  } finally {
    await database.end();
  }
}
