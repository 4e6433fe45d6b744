/** Judges whether the memory of a process stays flat over a long time. */
import { quantile } from '../figures.ts';

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

const inPercent = (share: number) => `${(100 * share).toFixed(1)} %`;

/**
 * Takes one sample per second. Uses medians, because memory varies with every garbage collection. A leak raises them
 * all. Returns what is found, and what is wrong with it, if anything.
 */
export function judgeMemory(name: string, samples: readonly number[]) {
  const warmUpS = Math.max(WARM_UP.minSeconds, Math.floor(samples.length * WARM_UP.share));
  const judged = samples.slice(warmUpS);
  const size = Math.floor(judged.length / WINDOWS);
  if (size === 0) throw new RangeError(`Of ${samples.length} seconds nothing can be said.`);
  const medians = Array.from({ length: WINDOWS }, (_, window) =>
    quantile(judged.slice(window * size, (window + 1) * size), 0.5),
  );
  const rise = Math.max(...medians) / (medians[0] ?? 0) - 1;
  const maxRise = warmUpS < MAX_RISE.warmAfterS ? MAX_RISE.young : MAX_RISE.warm;
  const windows = medians.map(Math.round).join(', ');
  return {
    figures: `memory of the ${name} after its warm-up, thirds of the time, ${windows} MB: a rise of ${inPercent(rise)}`,
    wrong:
      rise > maxRise
        ? [`the memory of the ${name} rose by ${inPercent(rise)}, more than ${inPercent(maxRise)}`]
        : [],
  };
}
