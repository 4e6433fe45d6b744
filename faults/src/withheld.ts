/** Knows when the hypervisor gave this machine's processors to others. What was slow then says nothing about the API. */
import { readFileSync } from 'node:fs';

/** The share of the processors' time that others may take before answers come late for this reason alone. */
const MAX_SHARE = 0.1;
/** The API measures its delay over two seconds, and needs a moment for the requests that have piled up. */
const AFTERMATH_MS = 5_000;
const STEAL = 7;

interface Reading {
  readonly at: number;
  /** In ticks, of all processors. */
  readonly stolen: number;
  readonly total: number;
}

export interface Withheld {
  /** Call it about once per second. */
  look(): void;
  /** Whether others took too much of the processors during a request or shortly before it. */
  during(request: { readonly askedAt: number; readonly ms: number }): boolean;
  /** The share of the processors' time that others took since the first reading. */
  share(): number;
}

export function watchWithheld(read: () => Reading = readStolen): Withheld {
  const readings = [read()];

  /** Includes the whole interval between two readings, also where only a part of it is asked for. */
  function shareOf(from: number, to: number): number {
    const last = readings.findIndex(({ at }) => at >= to);
    const first = readings.findLastIndex(({ at }) => at <= from);
    const [before, after] = [readings[Math.max(first, 0)], readings.at(last)];
    if (!(before && after) || after.total === before.total) return 0;
    return (after.stolen - before.stolen) / (after.total - before.total);
  }
  return {
    look: () => readings.push(read()),
    during: ({ askedAt, ms }) => shareOf(askedAt - AFTERMATH_MS, askedAt + ms) > MAX_SHARE,
    share: () => shareOf(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  };
}

function readStolen(): Reading {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = line.split(/\s+/).slice(1).map(Number);
  // The ninth and tenth number, for guests, are part of the first two.
  const total = ticks.slice(0, STEAL + 1).reduce((sum, each) => sum + each, 0);
  return { at: Date.now(), stolen: ticks[STEAL] ?? 0, total };
}
