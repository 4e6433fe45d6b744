/** Starts a PostgreSQL server for one run, with the settings of docs/operating/performance.md for large ledgers. */
import { totalmem } from 'node:os';
import { type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';

/** Its share of the machine's memory. */
const MEMORY = 0.3;

/** Commits reach the disk. Autovacuum is off, because it would run most often in the smallest ledger. */
export function startOwnPostgres(): Promise<Postgres> {
  const settings = [
    `shared_buffers=${Math.floor((totalmem() * MEMORY) / 2 ** 20)}MB`,
    'max_wal_size=8GB',
    'checkpoint_timeout=15min',
    'work_mem=64MB',
    'wal_compression=lz4',
    'autovacuum=off',
    'max_connections=200',
  ];
  return startPostgres({ settings });
}
