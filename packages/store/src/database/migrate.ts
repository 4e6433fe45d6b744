import { readdirSync, readFileSync } from 'node:fs';
import { type Database, transact } from './database.ts';

/** Found by the package's name: in a bundle, this file is elsewhere. */
const FOLDER = new URL('migrations/', import.meta.resolve('@mandate/store/package.json'));
/** Two processes that migrate at the same time take turns on this lock. */
const LOCK = 0x6d616e64;

/** Lists the migrations that the database lacks. */
export async function listPending(database: Database): Promise<string[]> {
  const { rows: tables } = await database.query<{ there: boolean }>(
    "select to_regclass('migration') is not null as there",
  );
  if (!tables[0]?.there) return listMigrations();
  const { rows } = await database.query<{ name: string }>('select name from migration');
  return listMigrations().filter((name) => !rows.some((row) => row.name === name));
}

/** Brings the schema up to date. Returns the names of the migrations that it ran. */
export async function migrate(database: Database): Promise<string[]> {
  const names = listMigrations();
  return transact(database, async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await connection.query(
      'create table if not exists migration (name text primary key, ran_at timestamptz not null default now())',
    );
    const { rows } = await connection.query<{ name: string }>('select name from migration');
    const done = new Set(rows.map(({ name }) => name));
    const unknown = [...done].filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      throw new Error(
        `The database was migrated by a newer version (${unknown.join(', ')}). Run that version, or a later one.`,
      );
    }
    const pending = names.filter((name) => !done.has(name));
    for (const name of pending) {
      await connection.query(readFileSync(new URL(name, FOLDER), 'utf8'));
      await connection.query('insert into migration (name) values ($1)', [name]);
    }
    return pending;
  });
}

function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}
