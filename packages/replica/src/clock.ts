/** How long ago something was heard of, for all processes of this host. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Moment {
  /** Clocks that count from the start of the host are compared within one start only. */
  readonly boot: string;
  readonly steadyMs: number;
  /** A host that slept has a steady clock that did not go on. */
  readonly wallMs: number;
}

/** The steady clock of the host, which `performance.now` counts from the start of the process. */
const PROCESS_START_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();
const BOOT = readBoot();

export function now(): Moment {
  return { boot: BOOT, steadyMs: PROCESS_START_MS + performance.now(), wallMs: Date.now() };
}

/** Null: before the host was started anew, so it can't be told. */
export function elapsedMs({ boot, steadyMs, wallMs }: Moment): number | null {
  if (boot !== BOOT) return null;
  return Math.max(0, PROCESS_START_MS + performance.now() - steadyMs, Date.now() - wallMs);
}

/** Where the system does not tell, nothing outlives this process. */
function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}
