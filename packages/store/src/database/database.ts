import pg from 'pg';
import { clientOf } from './server-client.ts';
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
  /** Of one server, or of several: `postgres://user@a,b/database`. */
  readonly url: string;
  /** Which of several servers is asked. Writing needs the primary. */
  readonly role?: Role;
  readonly maxConnections?: number;
  /** A statement that takes longer is given up, and so is a server that does not answer at all. */
  readonly statementTimeoutMs?: number;
  /** Connections that broke while nobody used them; queries report their own errors. */
  readonly onIdleError?: (error: Error) => void;
}

const LIFETIME_S = 60;

export function connect({
  url,
  role = 'primary',
  maxConnections = 10,
  statementTimeoutMs,
  onIdleError = () => {},
}: DatabaseOptions): Database {
  const { Client, connectionString, several } = clientOf(url, role);
  const pool = new pg.Pool({
    Client,
    connectionString,
    // Under load no connection is ever idle: this is how they come to a standby that is there again.
    ...(several ? { maxLifetimeSeconds: LIFETIME_S } : {}),
    max: maxConnections,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'mandate',
    // Every statement has one right plan, whatever its parameters: planning it anew costs more than running it.
    // JIT takes longer than any of our statements, and the planner expects them to read far more rows than they do.
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    ...(statementTimeoutMs
      ? { statement_timeout: statementTimeoutMs, query_timeout: 2 * statementTimeoutMs }
      : {}),
  });
  pool.on('error', onIdleError);
  return pool;
}

/** The database could not be asked. That says nothing about what was asked. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/**
 * Classes of SQLSTATE that are no fault of the statement: connection, password, name of the database, resources,
 * operator, system, inside; and of a standby, that it takes no writes, or that what it had to apply got in the way.
 */
const UNAVAILABLE = /^(?:08|28|3D|53|57|58|XX|25006|40)/;

/** Asks one thing. Where the database can't be asked, it says so in its own error. */
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

/** Returns the error itself where the statement is at fault, else one that says that the database can't be asked. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && !UNAVAILABLE.test(error.code ?? '')) return error;
  return new UnavailableError('The database does not answer.', { cause: error });
}

/** Runs in one transaction: all of it is written, or nothing. */
export async function transact<T>(
  database: Database,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await database.connect();
  let broken: Error | undefined;
  // A connection that dies between two statements says so here, and must not end the process.
  const remember = (error: Error) => {
    broken = error;
  };
  connection.on('error', remember);
  try {
    await connection.query('begin');
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(remember);
    throw error;
  } finally {
    connection.off('error', remember);
    connection.release(broken);
  }
}
