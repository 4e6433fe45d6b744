/** Models a month's calls for every chain of the catalogue, based on three measured chains. */
import { CHAINS } from '@mandate/core';

const MINUTES_A_MONTH = (365.25 * 24 * 60) / 12;
const MIN_CAREFUL_MS = 2_000;
/** The assumed block time of chains without one in the catalogue, unless they mine on demand. */
const ASSUMED_MS = 2_000;

export interface NodeCost {
  readonly name: string;
  readonly callsPerMinute: number;
  readonly byMethod: Readonly<Record<string, number>>;
  /** From a block mined to its rows visible. */
  readonly freshMs: number;
  /** A second more than half of the time between two polls. */
  readonly maxFreshMs: number;
}

export interface Month {
  readonly millions: number;
  readonly lines: readonly string[];
}

export function modelMonth(costs: readonly NodeCost[]): Month {
  const callsOf = (name: string) => costs.find((cost) => cost.name === name)?.callsPerMinute ?? Number.NaN;
  const groups = Map.groupBy(CHAINS, (chain) => {
    const { blockTimeMs } = chain;
    if (blockTimeMs === null && chain.maxQuietSeconds !== null) return '0.25s';
    if ((blockTimeMs ?? ASSUMED_MS) < MIN_CAREFUL_MS) return '0.25s';
    return (blockTimeMs ?? ASSUMED_MS) >= 10_000 ? '12s' : '2s';
  });
  const rows = [...groups].map(([name, chains]) => ({
    name,
    chains: chains.length,
    millions: (chains.length * callsOf(name) * MINUTES_A_MONTH) / 1e6,
  }));
  const millions = rows.reduce((sum, row) => sum + row.millions, 0);
  return {
    millions: Math.round(millions),
    lines: [
      `  ${CHAINS.length} chains: ${Math.round(millions)} million calls a month`,
      ...rows.map(
        (row) => `    ${row.chains} like the one of ${row.name}: ${Math.round(row.millions)} million`,
      ),
    ],
  };
}
