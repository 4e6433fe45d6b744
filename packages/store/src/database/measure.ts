import { ask, type Database } from './database.ts';

/** The size of the database and the number of its connections. */
export interface Measured {
  readonly sizeBytes: number;
  /** Connections of all clients of this database. */
  readonly connections: number;
  /** The limit of the whole server, shared by all its databases. */
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
