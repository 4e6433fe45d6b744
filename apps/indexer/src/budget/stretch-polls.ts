/** Stretches the polls of quiet chains until a budget lasts. */
import { type PollCost, rateOf } from './poll-cost.ts';

export interface StretchableChain {
  readonly chainId: number;
  readonly cost: PollCost;
  /** The poll interval without stretching. */
  readonly usualMs: number;
  /** The longest time between its polls. */
  readonly maxMs: number;
  /** The chain's recent activity. */
  readonly events: number;
  readonly testnet: boolean;
}

export interface Stretched {
  /** The intervals of the chains that are stretched. */
  readonly pollMs: ReadonlyMap<number, number>;
  /** Calls per millisecond, at the usual polls and at these. */
  readonly usualRate: number;
  readonly rate: number;
  readonly isAffordable: boolean;
}

/** Stretches the quietest chains first: clients are likelier to wait for the others. */
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
  // Rounding may make the fit slightly inexact.
  return { pollMs, usualRate, rate, isAffordable: rate <= 1.000_001 * affordableRate };
}

/** Among equally quiet chains, test networks come first, then those that save most. */
function byQuiet(a: StretchableChain, b: StretchableChain): number {
  return (
    a.events - b.events ||
    Number(b.testnet) - Number(a.testnet) ||
    rateOf(b.cost, b.usualMs) - rateOf(a.cost, a.usualMs)
  );
}
