/** Reads v1's versions of pairs: each revocation of a pair raises its version, also one that no log names. */
import type { LocalChain } from '@mandate/contracts';
import { type Delegation, v1VersionSlots } from '@mandate/core';
import { registryOf } from '../play.ts';
import type { Block } from './resting-chain.ts';

/** Lists the delegations whose pair was not revoked between the ends of two blocks. v2 logs every revocation. */
export async function findUnrevoked(
  chain: LocalChain,
  delegations: readonly Delegation[],
  first: Block,
  last: Block,
): Promise<Delegation[]> {
  const ofV1 = delegations.filter((each) => each.registry === 'v1');
  const slots = [...new Set(ofV1.map((each) => v1VersionSlots(each).pair))];
  const [before = [], after = []] = await Promise.all(
    [first, last].map(({ hash }) => chain.readSlotsAt(registryOf(chain, 'v1'), hash)(slots)),
  );
  const raised = new Set(slots.filter((_, i) => before[i] !== after[i]));
  return delegations.filter((each) => each.registry !== 'v1' || !raised.has(v1VersionSlots(each).pair));
}
