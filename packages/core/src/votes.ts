/** Decides who votes for the tokens of a holder. Each token, or each unit of it, has exactly one voter. */
import type { Address } from './address.ts';
import { type Delegation, findAmount } from './delegation.ts';
import { type Asset, covers } from './reach.ts';
import { breadthOf, isLimited } from './scope.ts';

/** A grant of a holder, and the log that it began with. */
export interface VotingGrant {
  readonly delegation: Delegation;
  readonly since: { readonly block: number; readonly log: number };
}

/** What a holder has of a contract: all of it, and which of the tokens that it granted one by one it owns. */
export interface Holding {
  readonly holder: Address;
  readonly balance: bigint;
  readonly tokenIds: ReadonlySet<bigint>;
}

/** The wallets that vote. `null`: every token has a voter, whoever votes in the end. */
export type Voters = ReadonlySet<Address> | null;

/**
 * Lists the grants of one holder that reach the tokens, in the order in which they name the voter: the right in question
 * before full rights, the narrower before the broader, then the later. With `voters`, only grants to those.
 */
export function rankVotingGrants<G extends VotingGrant>(
  grants: readonly G[],
  asset: Asset,
  voters: Voters,
): G[] {
  return grants
    .filter(({ delegation }) => covers(delegation, asset) && (!voters || voters.has(delegation.to)))
    .toSorted(compareVoting);
}

function compareVoting(
  { delegation: a, since: ofA }: VotingGrant,
  { delegation: b, since: ofB }: VotingGrant,
) {
  return (
    Number(isLimited(b)) - Number(isLimited(a)) ||
    breadthOf(b) - breadthOf(a) ||
    ofB.block - ofA.block ||
    ofB.log - ofA.log
  );
}

/** Lists the ERC721 tokens that ranked grants name before one of them takes all others. */
export function listVotingTokens(ranked: readonly VotingGrant[], { standard }: Asset): bigint[] {
  if (standard !== 'ERC721') return [];
  const end = ranked.findIndex(({ delegation }) => !('tokenId' in delegation));
  const named = ranked.slice(0, end === -1 ? ranked.length : end);
  return [
    ...new Set(named.flatMap(({ delegation }) => ('tokenId' in delegation ? [delegation.tokenId] : []))),
  ];
}

/** Divides what a holder has among voters, by its ranked grants. What nobody was granted is the holder's own. */
export function divideVotes(
  { holder, balance, tokenIds }: Holding,
  ranked: readonly VotingGrant[],
  { standard }: Asset,
  voters: Voters,
): Map<Address, bigint> {
  if (voters?.has(holder)) return new Map([[holder, balance]]);
  const votes = new Map<Address, bigint>();
  const open = new Set(tokenIds);
  let left = balance;
  const give = (voter: Address, count: bigint) => {
    if (count > 0n) votes.set(voter, (votes.get(voter) ?? 0n) + count);
    left -= count;
  };
  for (const { delegation } of ranked) {
    const amount = findAmount(delegation);
    if (standard === 'ERC721' && 'tokenId' in delegation)
      give(delegation.to, left > 0n && open.delete(delegation.tokenId) ? 1n : 0n);
    // Of several amounts for one wallet the registry counts the largest, not their sum.
    else if (amount !== null) give(delegation.to, between(left, amount - (votes.get(delegation.to) ?? 0n)));
    else give(delegation.to, left);
  }
  if (!voters) give(holder, left);
  return votes;
}

/** Returns an amount that is at least 0 and at most this much. */
function between(most: bigint, amount: bigint): bigint {
  if (amount < 0n) return 0n;
  return amount < most ? amount : most;
}
