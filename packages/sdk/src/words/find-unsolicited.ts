/**
 * Finds incoming delegations that look unsolicited: many strangers granted within a short time. A single incoming
 * delegation is ordinary: a hot wallet rarely grants back to its own vault.
 */
import type { WalletDelegation } from '../generated/wallets.ts';
import { MIN_STRANGERS, WINDOW_HOURS } from './unsolicited.ts';

const WINDOW_S = WINDOW_HOURS * 3_600;

interface Stranger {
  readonly rows: readonly WalletDelegation[];
  /** The time of the first delegation. */
  readonly first: number;
}

/** Takes all delegations between the wallet and each other one: a missing one could be the relation that explains the rest. */
export function findUnsolicited(
  wallet: string,
  byCounterpart: ReadonlyMap<string, readonly WalletDelegation[]>,
): WalletDelegation[] {
  const strangers = [...byCounterpart.values()]
    .flatMap((rows) => readStranger(wallet, rows) ?? [])
    .sort((a, b) => a.first - b.first);
  const found = new Set<Stranger>();
  strangers.forEach(({ first }, index) => {
    const last = strangers[index + MIN_STRANGERS - 1];
    if (!last || last.first - first > WINDOW_S) return;
    for (const one of strangers.slice(index, index + MIN_STRANGERS)) found.add(one);
  });
  return [...found].flatMap(({ rows }) => rows);
}

/** Returns null unless all delegations came from the other wallet, within the window. */
function readStranger(wallet: string, rows: readonly WalletDelegation[]): Stranger | null {
  let first = Infinity;
  let last = -Infinity;
  for (const { from, since } of rows) {
    // An unknown time is no evidence.
    if (from.toLowerCase() === wallet || since === null) return null;
    first = Math.min(first, since);
    last = Math.max(last, since);
  }
  return last - first <= WINDOW_S ? { rows, first } : null;
}
