import pg from 'pg';
import { clientOf, configure } from './server-client.ts';
import type { Role } from './servers.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Block numbers and ids are below 2^53; numeric(78,0) holds uint256. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === NUMERIC) return BigInt;
    return pg.types.getTypeParser(oid, format);
  },
};

export type Database = pg.Pool;
export type Connection = pg.ClientBase;

export interface DatabaseOptions {
  /** The URL of one server, or of several: `postgres://user@a,b/database`. */
  readonly url: string;
  /** The server to use if there are several. Writes need the primary. */
  readonly role?: Role;
  /** Names the program in `pg_stat_activity`. */
  readonly program?: 'api' | 'indexer' | 'auditor' | 'webhooks';
  readonly maxConnections?: number;
  /** A statement that takes longer fails, and so does one to a server that does not answer at all. */
  readonly statementTimeoutMs?: number;
  /** Reports connections that broke while idle. Queries report their own errors. */
  readonly onIdleError?: (error: Error) => void;
}

const LIFETIME_S = 60;
/** To open a connection takes longer than most statements. */
const IDLE_MS = 300_000;

export function connect({
  url,
  role = 'primary',
  program,
  maxConnections = 10,
  statementTimeoutMs,
  onIdleError = () => {},
}: DatabaseOptions): Database {
  const { Client, connectionString, several } = clientOf(url, role);
  const pool = new pg.Pool({
    Client,
    connectionString,
    // Under load no connection is ever idle. Their limited lifetime moves them to a standby that has come back.
    ...(several ? { maxLifetimeSeconds: LIFETIME_S } : {}),
    max: maxConnections,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    application_name: program ? `mandate ${program}` : 'mandate',
    ...(statementTimeoutMs ? { query_timeout: 2 * statementTimeoutMs } : {}),
    // Every statement has one right plan, whatever its parameters, and planning costs more than running it. JIT takes
    // longer than any of our statements, because the planner expects them to read far more rows than they do.
    onConnect: (client) =>
      configure(client, {
        plan_cache_mode: 'force_generic_plan',
        jit: 'off',
        ...(statementTimeoutMs ? { statement_timeout: String(statementTimeoutMs) } : {}),
      }),
  });
  pool.on('error', onIdleError);
  return pool;
}

/** The database could not be reached or could not answer. The statement itself may be fine. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/**
 * SQLSTATE classes that are not the statement's fault: connection, password, database name, resources, operator,
 * system and internal errors; on a standby also refused writes and conflicts with replication.
 */
const UNAVAILABLE = /^(?:08|28|3D|53|57|58|XX|25006|40)/;

/** Runs one query. Throws an `UnavailableError` if the database cannot answer. */
export async function ask<Row extends pg.QueryResultRow>(
  database: Database,
  query: pg.QueryConfig,
): Promise<Row[]> {
  try {
    return (await database.query<Row>(query)).rows;
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** Returns the error itself if the statement is at fault, else an `UnavailableError`. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !UNAVAILABLE.test(error.code ?? '')) return error;
  return new UnavailableError('The database does not answer.', { cause: error });
}

/** Runs the work in one transaction. */
export function transact<T>(database: Database, work: (connection: Connection) => Promise<T>): Promise<T> {
  return withConnection(database, async (connection, giveUp) => {
    try {
      await connection.query('begin');
      const result = await work(connection);
      await connection.query('commit');
      return result;
    } catch (error) {
      await connection.query('rollback').catch(giveUp);
      throw error;
    }
  });
}

/** Runs the work with one connection, which is not used again after `giveUp`. */
export async function withConnection<T>(
  database: Database,
  work: (connection: Connection, giveUp: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const connection = await database.connect();
  let broken: Error | undefined;
  // A connection that dies between two statements emits an error here, which must not end the process.
  const remember = (error: Error) => {
    broken = error;
  };
  connection.on('error', remember);
  try {
    return await work(connection, remember);
  } finally {
    connection.off('error', remember);
    connection.release(broken);
  }
}
