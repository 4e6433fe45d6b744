/** Stretches the polls of quiet chains until a budget lasts. */
import { type PollCost, rateOf } from './poll-cost.ts';

export interface StretchableChain {
  readonly chainId: number;
  readonly cost: PollCost;
  /** How often it is polled without stretching. */
  readonly usualMs: number;
  /** Its polls are never further apart. */
  readonly maxMs: number;
  /** How lively it was lately. */
  readonly events: number;
  readonly testnet: boolean;
}

export interface Stretched {
  /** By chain, for those that are stretched. */
  readonly pollMs: ReadonlyMap<number, number>;
  /** Calls a millisecond, at the usual polls and at these. */
  readonly usualRate: number;
  readonly rate: number;
  readonly isAffordable: boolean;
}

/** The quietest chains come first: somebody waits for the others. */
export function stretchPolls(chains: readonly StretchableChain[], affordableRate: number): Stretched {
  const usualRate = chains.reduce((sum, { cost, usualMs }) => sum + rateOf(cost, usualMs), 0);
  const pollMs = new Map<number, number>();
  let rate = usualRate;
  for (const { chainId, cost, usualMs, maxMs } of chains.toSorted(byQuiet)) {
    if (rate <= affordableRate) break;
    const usual = rateOf(cost, usualMs);
    const least = rateOf(cost, Math.max(usualMs, maxMs));
    if (least >= usual) continue;
    const wanted = Math.max(least, usual - (rate - affordableRate));
    pollMs.set(chainId, Math.min(maxMs, cost.perPoll / (wanted - cost.perBlock * cost.blocksPerMs)));
    rate -= usual - wanted;
  }
  // Rounding may leave the fit slightly off.
  return { pollMs, usualRate, rate, isAffordable: rate <= 1.000_001 * affordableRate };
}

/** Among chains that are equally quiet, test networks come first, then those that save most. */
function byQuiet(a: StretchableChain, b: StretchableChain): number {
  return (
    a.events - b.events ||
    Number(b.testnet) - Number(a.testnet) ||
    rateOf(b.cost, b.usualMs) - rateOf(a.cost, a.usualMs)
  );
}
