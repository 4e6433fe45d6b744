/** Brings the schema up to date while the service runs, and tells whether this version runs with a newer one. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@mandate/core';
import { type Connection, type Database, withConnection } from './database.ts';
import { type MigrationFile, readMigrationFile } from './migration-file.ts';

/** Found by the package's name: in a bundle, this file is elsewhere. */
const FOLDER = new URL('migrations/', import.meta.resolve('@mandate/store/package.json'));
/** Processes that migrate at the same time take turns on this lock. */
const LOCK = 0x6d616e64;
const TURN_MS = 500;
/** The longest that readers of a table wait behind a migration. */
const LOCK_TIMEOUT_MS = 1_000;
/** The time that they then have before the migration tries again. */
const PAUSE_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

interface Options {
  /** Is told what is waited for, and what is lost. */
  readonly say?: (text: string) => void;
  readonly folder?: URL;
}

interface Row {
  readonly name: string;
  readonly runsWith: string | null;
  readonly warnings: readonly string[] | null;
}

/** Lists the migrations that the database lacks. */
export async function listPending(database: Database): Promise<string[]> {
  const { rows: tables } = await database.query<{ there: boolean }>(
    "select to_regclass('migration') is not null as there",
  );
  if (!tables[0]?.there) return listFiles(FOLDER);
  const { rows } = await database.query<{ name: string }>('select name from migration');
  return listFiles(FOLDER).filter((name) => !rows.some((row) => row.name === name));
}

/**
 * Brings the schema up to date. Returns the names of the migrations that it ran. Throws if a newer version has changed the
 * schema so that this one does not run with it.
 */
export async function migrate(
  database: Database,
  { say = () => {}, folder = FOLDER }: Options = {},
): Promise<string[]> {
  return withTurn(database, async (connection) => {
    const files = listFiles(folder).map((name) =>
      readMigrationFile(name, readFileSync(new URL(name, folder), 'utf8')),
    );
    await patiently(connection, say, () => keepBooks(connection, files));
    const { rows } = await connection.query<Row>(
      'select name, runs_with as "runsWith", warnings from migration order by name',
    );
    assertRunsWith(rows, files, say);
    const pending = files.filter(({ name }) => !rows.some((row) => row.name === name));
    for (const file of pending) await run(connection, file, say);
    return pending.map(({ name }) => name);
  });
}

/** Waits without an open transaction, so that nothing waits for those who wait. */
function withTurn<T>(database: Database, work: (connection: Connection) => Promise<T>): Promise<T> {
  return withConnection(database, async (connection, giveUp) => {
    try {
      while (!(await tryLock(connection))) await delay(TURN_MS);
      const result = await work(connection);
      await connection.query('select pg_advisory_unlock($1)', [LOCK]);
      return result;
    } catch (error) {
      // The lock ends with its connection.
      giveUp(error as Error);
      throw error;
    }
  });
}

async function tryLock(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    LOCK,
  ]);
  return rows[0]?.held ?? false;
}

/** The table of migrations knows which versions run with each: an older version can't read the files of a newer one. */
async function keepBooks(connection: Connection, files: readonly MigrationFile[]): Promise<void> {
  await connection.query(
    'create table if not exists migration (name text primary key, ran_at timestamptz not null default now())',
  );
  const { rows } = await connection.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'runs_with'`,
  );
  if (rows.length === 0)
    await connection.query('alter table migration add column runs_with text, add column warnings text[]');
  for (const { name, runsWith, warnings } of files)
    await connection.query(
      'update migration set runs_with = $2, warnings = $3 where name = $1 and (runs_with, warnings) is distinct from ($2, $3)',
      [name, runsWith, warnings],
    );
}

function assertRunsWith(
  rows: readonly Row[],
  files: readonly MigrationFile[],
  say: (text: string) => void,
): void {
  const newest = files.at(-1)?.number ?? '';
  const unknown = rows.filter((row) => !files.some(({ name }) => name === row.name));
  const refusing = unknown.filter(({ runsWith }) => runsWith === null || runsWith > newest);
  if (refusing.length > 0)
    throw new Error(
      `The database was migrated by a newer version (${refusing.map(({ name }) => name).join(', ')}), and this one does not run ` +
        'with it. Run that version, or a later one. docs/operating/surviving.md, "Going back", says how to undo a migration.',
    );
  for (const { name, warnings } of unknown)
    say([`This version runs with ${name} of a newer one.`, ...(warnings ?? [])].join(' '));
}

async function run(connection: Connection, file: MigrationFile, say: (text: string) => void): Promise<void> {
  const note = () =>
    connection.query('insert into migration (name, runs_with, warnings) values ($1, $2, $3)', [
      file.name,
      file.runsWith,
      file.warnings,
    ]);
  if (file.index === null) {
    await patiently(connection, say, async () => {
      await connection.query(file.sql);
      await note();
    });
    return;
  }
  // An index that is built beside writers: it locks nobody out, and an attempt that was cut off leaves an invalid one.
  const { rows } = await connection.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [file.index],
  );
  if (rows.length > 0) await connection.query(`drop index concurrently ${file.index}`);
  await connection.query(file.sql);
  await note();
}

/** Works in a transaction that gives up soon if somebody reads the table, and tries again: readers never queue up behind it. */
async function patiently(
  connection: Connection,
  say: (text: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      await connection.query('begin');
      await connection.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work();
      await connection.query('commit');
      return;
    } catch (error) {
      await connection.query('rollback');
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (isFirst)
        say('Somebody reads a table that changes, such as a backup: trying again until that has ended.');
      await delay(PAUSE_MS);
    }
  }
}

function listFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}
