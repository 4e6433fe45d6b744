/** Creates the accounts of all labels that have limits. Nodes with the same label share one. */
import type { ConfiguredChain } from '@mandate/config';
import { type Account, type AccountOptions, createAccount } from './account.ts';
import type { Month } from './month.ts';

export interface AccountsOptions extends Pick<AccountOptions, 'now' | 'signal'> {
  readonly countMonth: (label: string) => number;
}

export function createAccounts(
  chains: readonly ConfiguredChain[],
  { countMonth, now, signal }: AccountsOptions,
): ReadonlyMap<string, Account> {
  const byLabel = new Map(chains.flatMap(({ nodes }) => nodes).map((node) => [node.label, node]));
  const limited = [...byLabel.values()].filter(
    ({ callsPerSecond, callsPerMonth }) => callsPerSecond !== null || callsPerMonth !== null,
  );
  return new Map(
    limited.map(({ label, callsPerSecond, callsPerMonth }) => {
      const limits = { label, callsPerSecond, callsPerMonth };
      return [label, createAccount({ ...limits, countMonth: () => countMonth(label), now, signal })];
    }),
  );
}

/** The share of the remaining month that other questions leave to following. */
const KEPT_FOR_FOLLOWING = 1 / 2;

/** Returns how many calls of the rest of a month are kept for following the chain. */
export function reserveOfMonth(callsPerMonth: number, { leftMs, lengthMs }: Month): number {
  return (callsPerMonth * KEPT_FOR_FOLLOWING * leftMs) / lengthMs;
}
