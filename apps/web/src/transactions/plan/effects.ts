/** Works out the delegations of a vault before and after its writes. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { factsOfGrant, factsOfRow, type GrantFacts, identityOf } from '@mandate/sdk/transactions';
import type { Address, Write } from './write.ts';

export interface Effects {
  /** The delegations that each write ends, in the order of the writes. */
  readonly ended: ReadonlyMap<Write, readonly GrantFacts[]>;
  readonly granted: readonly GrantFacts[];
  /** The delegations that no write touches. */
  readonly untouched: readonly GrantFacts[];
  /** The delegations before the writes, by identity. */
  readonly before: ReadonlyMap<string, GrantFacts>;
}

export function workOutEffects(
  vault: Address,
  standing: readonly WalletDelegation[],
  writes: readonly Write[],
): Effects {
  const own = standing.filter(({ from }) => from.toLowerCase() === vault.toLowerCase()).map(factsOfRow);
  const before = new Map(own.map((facts) => [identityOf(facts), facts]));
  const ended = new Map(writes.map((write) => [write, listEnded(write, before)] as const));
  const granted = writes.flatMap((write) =>
    write.action === 'grant' ? [factsOfGrant(write.chainId, write.grant)] : [],
  );
  const touched = new Set([...granted, ...[...ended.values()].flat()].map(identityOf));
  return { ended, granted, before, untouched: own.filter((facts) => !touched.has(identityOf(facts))) };
}

function listEnded(write: Write, before: ReadonlyMap<string, GrantFacts>): readonly GrantFacts[] {
  // The rows of another vault are not those of the one that signs.
  if (write.action === 'grant' || write.action === 'stepDown') return [];
  if (write.action === 'revoke') {
    const facts = factsOfGrant(write.chainId, write.grant);
    return [before.get(identityOf(facts)) ?? facts];
  }
  const ofV1 = [...before.values()].filter(
    ({ registry, chainId }) => registry === 'v1' && chainId === write.chainId,
  );
  return write.action === 'revokeEveryone' ? ofV1 : ofV1.filter(({ to }) => to === write.to.toLowerCase());
}
