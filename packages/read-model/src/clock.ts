/** The order in which processes of this host heard of things, and how long ago that was. */
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
/** The host's start, by the name that the system gives it. Null: it gives none. */
export const HOST_BOOT = readBoot();
/** If the system gives no name for its start, nothing outlives this process. */
const BOOT = HOST_BOOT ?? randomUUID();

export function now(): Moment {
  return { boot: BOOT, steadyMs: PROCESS_START_MS + performance.now(), wallMs: Date.now() };
}

/** Null: before the host was started anew, so it can't be told. */
export function elapsedMs({ boot, steadyMs, wallMs }: Moment): number | null {
  if (boot !== BOOT) return null;
  return Math.max(0, PROCESS_START_MS + performance.now() - steadyMs, Date.now() - wallMs);
}

function readBoot(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
