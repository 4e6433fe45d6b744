/** Measures the memory of a process over a long time, and whether it stays flat. */
import { readFileSync } from 'node:fs';

const KB_A_MB = 1_024;
/** A process may grow for the first quarter of the time, but at least for this long. */
const WARM_UP = { share: 1 / 4, minSeconds: 120 };
/**
 * The largest rise of a later window's median above the first. In its first five minutes a process
 * still grows its heap, and a window of a short soak is shorter than the pause between two garbage
 * collections.
 */
const MAX_RISE = { warm: 0.1, young: 0.25, warmAfterS: 300 };
/** The number of windows after the warm-up. */
const WINDOWS = 3;

export interface Memory {
  /** Must be called every second. */
  look(): void;
  latestMb(): number;
  maxMb(): number;
  judge(): Flatness;
}

interface Flatness {
  /** In MB, per window. */
  readonly medians: readonly number[];
  /** The rise of the highest above the first: 0.1 is 10 %. */
  readonly rise: number;
  readonly maxRise: number;
}

/** Reads it from Linux's /proc. */
export function watchMemory(pid: number): Memory {
  const samples: number[] = [];
  return {
    look() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      samples.push(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / KB_A_MB);
    },
    latestMb: () => samples.at(-1) ?? 0,
    maxMb: () => Math.max(0, ...samples),
    judge: () => judgeFlatness(samples),
  };
}

/** Uses medians, because memory varies with every garbage collection. A leak raises them all. */
function judgeFlatness(samples: readonly number[]): Flatness {
  const warmUpS = Math.max(WARM_UP.minSeconds, Math.floor(samples.length * WARM_UP.share));
  const judged = samples.slice(warmUpS);
  const size = Math.floor(judged.length / WINDOWS);
  if (size === 0) throw new RangeError(`Of ${samples.length} seconds nothing can be said.`);
  const medians = Array.from({ length: WINDOWS }, (_, window) =>
    medianOf(judged.slice(window * size, (window + 1) * size)),
  );
  return {
    medians,
    rise: Math.max(...medians) / (medians[0] ?? 0) - 1,
    maxRise: warmUpS < MAX_RISE.warmAfterS ? MAX_RISE.young : MAX_RISE.warm,
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
