/** Measures how much of a core a process uses, and how long its main thread waits for one. */
import { readFileSync } from 'node:fs';

export interface CpuShares {
  /** A share of one core. */
  readonly used: number;
  /** A share of the time. */
  readonly waited: number;
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;
const NANOSECONDS_A_MS = 1e6;

/** Returns a function that returns the shares since this call. */
export function watchCpu(pid: number): () => CpuShares {
  const startedAt = performance.now();
  const before = readMs(pid);
  return () => {
    const now = readMs(pid);
    const passedMs = performance.now() - startedAt;
    return { used: (now.used - before.used) / passedMs, waited: (now.waited - before.waited) / passedMs };
  };
}

function readMs(pid: number): CpuShares {
  // Reads the 14th and 15th field, after the process name, which may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return {
    used: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    waited: Number(waited) / NANOSECONDS_A_MS,
  };
}

export function describeCpu({ used, waited }: CpuShares): string {
  return `${used.toFixed(2)} of a core (waits for one ${Math.round(100 * waited)} % of the time)`;
}
