/** The ways to revoke. v1 has two functions that end more than one delegation at once. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { revocationOf } from '../plan/plan.ts';
import type { Write } from '../plan/write.ts';

/** How delegations of v1 end: each for itself, all to the same wallets, or all of the vault. */
export type V1Way = 'each' | 'wallets' | 'everyone';

export function writesOf(rows: readonly WalletDelegation[], way: V1Way): readonly Write[] {
  const v2 = rows.filter(({ registry }) => registry === 'v2').map(revocationOf);
  const v1 = rows.filter(({ registry }) => registry === 'v1');
  if (way === 'each') return [...v2, ...v1.map(revocationOf)];
  if (way === 'everyone') {
    const chains = [...new Set(v1.map(({ chainId }) => chainId))];
    return [...v2, ...chains.map((chainId): Write => ({ action: 'revokeEveryone', chainId }))];
  }
  const wallets = new Map(v1.map(({ chainId, to }) => [`${chainId} ${to.toLowerCase()}`, { chainId, to }]));
  return [
    ...v2,
    ...[...wallets.values()].map(({ chainId, to }): Write => ({ action: 'revokeWallet', chainId, to })),
  ];
}

/** Counts the signatures of a way for delegations of v1. */
export function countSignatures(rows: readonly WalletDelegation[], way: V1Way): number {
  const v1 = rows.filter(({ registry }) => registry === 'v1');
  return writesOf(v1, way).length;
}
