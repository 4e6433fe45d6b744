/** Models a month's calls for every chain of the catalogue, based on three measured chains. */
import { CHAINS } from '@mandate/core';

const MINUTES_A_MONTH = (365.25 * 24 * 60) / 12;
const MIN_CAREFUL_MS = 2_000;
/** The assumed block time of chains without one in the catalogue, unless they mine on demand. */
const ASSUMED_MS = 2_000;

/** Returns millions of calls, by the measured chain that others are like. */
export function modelMonth(callsPerMinute: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const groups = Map.groupBy(CHAINS, ({ blockTimeMs, maxQuietSeconds }) => {
    if (blockTimeMs === null && maxQuietSeconds !== null) return '0.25s';
    if ((blockTimeMs ?? ASSUMED_MS) < MIN_CAREFUL_MS) return '0.25s';
    return (blockTimeMs ?? ASSUMED_MS) >= 10_000 ? '12s' : '2s';
  });
  return new Map(
    [...groups].map(([name, { length }]) => [
      `${length} chains like the one with blocks every ${name}`,
      (length * (callsPerMinute.get(name) ?? Number.NaN) * MINUTES_A_MONTH) / 1e6,
    ]),
  );
}
