/** Measures the memory of a process, how much of a core it uses, and how long its main thread waits for one. */
import { readFileSync } from 'node:fs';
import { type AppProcess, readResidentMb } from '@mandate/testing/process/app-process';
import { inPercent } from './figures.ts';
import { watchWithheld } from './withheld.ts';

export interface CpuShares {
  /** A share of one core. */
  readonly used: number;
  /** A share of the time. */
  readonly waited: number;
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;
const NANOSECONDS_A_MS = 1e6;

export function watch(app: AppProcess) {
  const memoryMb: number[] = [];
  const withheld = watchWithheld();
  const startedAt = performance.now();
  const before = readMs(app.pid);
  return {
    memoryMb,
    withheld,
    /** Call it about once per second. Throws if the process has ended. */
    look(): void {
      app.assertAlive();
      memoryMb.push(readResidentMb(app.pid));
      withheld.look();
    },
    latestMb: () => Math.round(memoryMb.at(-1) ?? 0),
    maxMb: () => Math.max(0, ...memoryMb),
    /** Returns the shares since the start. */
    cpu(): CpuShares {
      const now = readMs(app.pid);
      const passedMs = performance.now() - startedAt;
      return { used: (now.used - before.used) / passedMs, waited: (now.waited - before.waited) / passedMs };
    },
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
  return `${used.toFixed(2)} of a core (waits for one ${inPercent(waited)} of the time)`;
}
