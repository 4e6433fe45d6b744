/** Orders the events of this host's processes, and measures how long ago they were. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Moment {
  /** Identifies the start of the host: steady clocks are comparable only within one start. */
  readonly boot: string;
  readonly steadyMs: number;
  /** Used as well, because the steady clock stops while a host sleeps. */
  readonly wallMs: number;
}

/** The host's steady clock at the start of this process, from which `performance.now` counts. */
const PROCESS_START_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();
/** The operating system's identifier of the host's start. `null` if it has none. */
export const HOST_BOOT = readBoot();
/** Without an identifier, moments of other processes are not comparable. */
const BOOT = HOST_BOOT ?? randomUUID();

export function now(): Moment {
  return { boot: BOOT, steadyMs: PROCESS_START_MS + performance.now(), wallMs: Date.now() };
}

/** Returns how long ago a moment was. `null` if it was before the host's last start, so the time is unknown. */
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
