/** Reads from Linux what processes take of the machine: processor time and memory. */
import { readFileSync } from 'node:fs';
import type { Database } from '@mandate/store';

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The processor seconds used since a meter was started. */
export interface Used {
  readonly seconds: number;
  /** The processor time of the metered processes. */
  readonly own: number;
  /** That of the database's backends. `null` if there is no database, or its processes are hidden from us. */
  readonly postgres: number | null;
}

/** Returns a function that reads what was used since. */
export async function startMeter(
  pids: readonly number[],
  database: Database | null = null,
): Promise<() => Promise<Used>> {
  const read = async () => ({
    at: performance.now() / 1000,
    own: pids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0),
    postgres: database && (await readBackendsCpu(database)),
  });
  const before = await read();
  return async () => {
    const after = await read();
    return {
      seconds: after.at - before.at,
      own: after.own - before.own,
      postgres: secondsBetween(before.postgres, after.postgres),
    };
  };
}

/** Sums all threads, user and kernel time. Returns 0 if the process has ended. */
function readCpuSeconds(pid: number): number {
  // The second field is the name in brackets, which may contain anything.
  const fields = readIfThere(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** Seconds by process. `null` if the server is on another machine or hidden from us. */
type BackendsCpu = ReadonlyMap<number, number> | null;

async function readBackendsCpu(database: Database): Promise<BackendsCpu> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  const here = rows.filter(({ pid }) => readIfThere(`/proc/${pid}/comm`).startsWith('postgres'));
  if (rows.length > 0 && here.length === 0) return null;
  return new Map(here.map(({ pid }) => [pid, readCpuSeconds(pid)]));
}

/** Connections come and go: each one at the end counts from its start. */
function secondsBetween(before: BackendsCpu, after: BackendsCpu): number | null {
  return after && [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before?.get(pid) ?? 0), 0);
}

export interface Memory {
  /** Memory of its own. */
  readonly anonymousMb: number;
  /** Memory of mapped files, such as the read model's: the kernel can reclaim it, and all processes share it. */
  readonly mappedMb: number;
  /** The most that was resident at any time. */
  readonly peakMb: number;
}

/** Counts mapped memory once, for the process with the most: the others share it. */
export function readMemory(pids: readonly number[]): Memory {
  const each = pids.map((pid) => {
    const status = readIfThere(`/proc/${pid}/status`);
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    return { anonymous: read('RssAnon'), mapped: read('RssFile') + read('RssShmem'), peak: read('VmHWM') };
  });
  return {
    anonymousMb: Math.round(each.reduce((sum, { anonymous }) => sum + anonymous, 0)),
    mappedMb: Math.round(Math.max(0, ...each.map(({ mapped }) => mapped))),
    peakMb: Math.round(Math.max(0, ...each.map(({ peak }) => peak))),
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
