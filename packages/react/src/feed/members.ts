/** The chains of the questions that are on the page. */
import type { Chains } from '@mandate/sdk/live';

/** Counts who asks about which chains. */
export function createMembers() {
  const members = new Set<{ readonly chains: Chains }>();
  return {
    add(chains: Chains): () => void {
      const member = { chains };
      members.add(member);
      return () => void members.delete(member);
    },
    isEmpty: () => members.size === 0,
    /** Returns the chains of all members, in order. `null` for all that the service has. */
    chains(): Chains {
      const all = [...members].map(({ chains }) => chains);
      if (all.includes(null)) return null;
      return [...new Set(all.flatMap((chains) => chains ?? []))].sort((a, b) => a - b);
    },
  };
}

/** Returns true if a stream of the first chains has all changes of the second. */
export const covers = (first: Chains, second: Chains): boolean =>
  first === null || (second?.every((chainId) => first.includes(chainId)) ?? false);
