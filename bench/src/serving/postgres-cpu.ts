/**
 * Measures the processor time of the PostgreSQL processes that serve a ledger, if they run on this machine.
 */
import { readFileSync } from 'node:fs';
import type { Database } from '@mandate/store';
import { readCpuSeconds } from '../server-process.ts';

/** Seconds by process. Null if the server is on another machine or hidden from us. */
export type BackendsCpu = ReadonlyMap<number, number> | null;

export async function readBackendsCpu(database: Database): Promise<BackendsCpu> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  const pids = rows.map(({ pid }) => pid);
  const here = pids.filter(isPostgres);
  if (pids.length > 0 && here.length === 0) return null;
  return new Map(here.map((pid) => [pid, readCpuSeconds(pid)]));
}

/** Connections come and go: each one at the end counts from its start. */
export function cpuSecondsBetween(before: BackendsCpu, after: BackendsCpu): number | null {
  if (!after) return null;
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before?.get(pid) ?? 0), 0);
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}
