/** Finds the delegations of a wallet that deserve attention. A finding needs evidence: the unknown is never one. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { findUnsolicited } from '@mandate/sdk/words';
import { keyOfDelegate } from './delegates.ts';
import { describeFinding } from './describe-finding.ts';
import { describeGaps } from './describe-gaps.ts';
import { isFull } from './is-full.ts';
import { FINDING_KINDS, type Finding, type FindingKind, type Review, type Reviewed } from './review.ts';
import { OLD_YEARS } from './thresholds.ts';

const OLD_S = OLD_YEARS * 365.25 * 86_400;

type Rows = readonly WalletDelegation[];

export function reviewWallet(reviewed: Reviewed): Review {
  const wallet = reviewed.wallet.toLowerCase();
  const others = reviewed.rows.filter(({ from, to }) => from.toLowerCase() !== to.toLowerCase());
  const outgoing = others.filter(({ from }) => from.toLowerCase() === wallet);
  const byCounterpart = groupByCounterpart(wallet, others);
  const found: Readonly<Record<FindingKind, Rows>> = {
    'whole-wallet': outgoing.filter(({ type, rights }) => type === 'ALL' && isFull(rights)),
    contracts: outgoing.filter((row) => reviewed.contracts?.get(keyOf(row)) === true),
    'both-registries': findTwins(outgoing),
    expired: outgoing.filter(({ expiresAt }) => expiresAt !== null && expiresAt < reviewed.now),
    single: reviewed.isWhole ? findSingles(outgoing, byCounterpart) : [],
    old: outgoing.filter(({ since }) => since !== null && since < reviewed.now - OLD_S),
    unsolicited: reviewed.isWhole ? findUnsolicited(wallet, byCounterpart) : [],
  };
  const findings = FINDING_KINDS.flatMap((kind): Finding[] => {
    const rows = found[kind];
    return rows.length > 0 ? [{ kind, rows, ...describeFinding(kind, rows) }] : [];
  });
  return { findings, notLookedAt: describeGaps(reviewed, outgoing, others) };
}

const keyOf = ({ chainId, to: address }: WalletDelegation) => keyOfDelegate({ chainId, address });

function groupByCounterpart(wallet: string, rows: Rows): Map<string, WalletDelegation[]> {
  const groups = new Map<string, WalletDelegation[]>();
  for (const row of rows) {
    const from = row.from.toLowerCase();
    const counterpart = from === wallet ? row.to.toLowerCase() : from;
    const group = groups.get(counterpart);
    if (group) group.push(row);
    else groups.set(counterpart, [row]);
  }
  return groups;
}

/** Finds v1 delegations with the same delegate and scope in v2 on the same chain, and those of v2 beside them. */
function findTwins(outgoing: Rows): Rows {
  const registries = new Map<string, Set<string>>();
  for (const row of outgoing) {
    const key = scopeOf(row);
    registries.set(key, (registries.get(key) ?? new Set()).add(row.registry));
  }
  return outgoing.filter((row) => (registries.get(scopeOf(row))?.size ?? 0) > 1);
}

const scopeOf = ({ chainId, to, type, contract, tokenId }: WalletDelegation) =>
  `${chainId} ${to} ${type} ${contract} ${tokenId}`.toLowerCase();

/**
 * Finds delegates with one delegation and nothing else, in a wallet that shares more with another delegate. Without
 * such a delegate, a single delegation is the ordinary case.
 */
function findSingles(outgoing: Rows, byCounterpart: ReadonlyMap<string, Rows>): Rows {
  const shared = (row: WalletDelegation) => byCounterpart.get(row.to.toLowerCase())?.length ?? 0;
  if (!outgoing.some((row) => shared(row) > 1)) return [];
  return outgoing.filter((row) => shared(row) === 1);
}
