import { ask, type Database } from './database.ts';

/** How much the database holds, and how many are connected to it. */
export interface Measured {
  readonly sizeBytes: number;
  /** Of everyone who uses this database. */
  readonly connections: number;
  /** Of the whole server, all its databases together. */
  readonly maxConnections: number;
}

const MEASURE = `select pg_database_size(datname) as "sizeBytes", numbackends::bigint as connections,
  current_setting('max_connections')::bigint as "maxConnections"
  from pg_stat_database where datname = current_database()`;

export async function measure(database: Database): Promise<Measured> {
  const [measured] = await ask<{ sizeBytes: number; connections: number; maxConnections: number }>(database, {
    text: MEASURE,
  });
  if (!measured) throw new Error('The database has no row in pg_stat_database.');
  return measured;
}
