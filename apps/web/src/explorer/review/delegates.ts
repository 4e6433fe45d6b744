/** The delegates of a wallet, as far as a review asks what they are. */
import type { NameQuestion, WalletDelegation } from '@mandate/sdk/explore';

/** Identifies a delegate on a chain: the same address can be a contract on one chain only. */
export const keyOfDelegate = ({ chainId, address }: Pick<NameQuestion, 'chainId' | 'address'>) =>
  `${chainId}:${address.toLowerCase()}`;

/** Lists the delegates on each chain once. Those of whole-wallet delegations come first, then the newest. */
export function listDelegates(outgoing: readonly WalletDelegation[]): NameQuestion[] {
  const byImportance = outgoing.toSorted(
    (a, b) => Number(b.type === 'ALL') - Number(a.type === 'ALL') || (b.since ?? 0) - (a.since ?? 0),
  );
  const listed = new Map<string, NameQuestion>();
  for (const { chainId, to: address } of byImportance) {
    const key = keyOfDelegate({ chainId, address });
    if (!listed.has(key)) listed.set(key, { chainId, address });
  }
  return [...listed.values()];
}
