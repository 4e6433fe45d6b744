/** Counts the tokens that a wallet may claim with: its own, and those of the vaults that delegated to it. */
import { type Address, type Asset, combineReach, type Reach, reaches } from '@mandate/core';
import type { Listed } from '@mandate/store';
import type { createViewPlan, TokenViews } from './token-views.ts';
import { contractFailed, TOO_MANY_VAULTS, tooManyTokens, type Unknown } from './unknown.ts';

type ViewPlan = ReturnType<typeof createViewPlan>;

export interface Holder {
  readonly address: Address;
  /** The part of its tokens that counts. */
  readonly balance: bigint;
  /** The tokens that count one by one. `null` for all that it has. */
  readonly tokenIds: readonly bigint[] | null;
  /** The grants that let it count. The wallet itself needs none. */
  readonly grants: readonly Listed[];
}

/** `except`: all tokens of the holder but these. */
type CountedReach = Reach | { readonly type: 'except'; readonly tokenIds: readonly bigint[] };

/** A wallet or a vault whose tokens are looked at, and how many of them would count. */
export interface Candidate {
  readonly address: Address;
  readonly reach: CountedReach;
  readonly grants: readonly Listed[];
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly unknown: readonly Unknown[];
}

export const itself = (address: Address): Candidate => ({ address, reach: { type: 'whole' }, grants: [] });

/** Groups grants by vault, in their order. Each vault counts once, whatever grants it has made. */
export function listVaults(rows: readonly Listed[], asset: Asset): Candidate[] {
  const reaching = rows.filter(({ delegation }) => reaches(delegation, asset));
  return [...Map.groupBy(reaching, ({ delegation }) => delegation.from)].flatMap(([address, grants]) => {
    const reach = combineReach(
      grants.map(({ delegation }) => delegation),
      asset,
    );
    return reach ? [{ address, reach, grants }] : [];
  });
}

/** Keeps as many candidates as a question may make calls about, the first ones first. */
export function keepAffordable(candidates: readonly Candidate[], maxCalls: number): Candidates {
  let left = maxCalls;
  const kept: Candidate[] = [];
  for (const [i, candidate] of candidates.entries()) {
    const { reach, address } = candidate;
    const calls = countCalls(reach);
    if (calls <= left) {
      kept.push(candidate);
      left -= calls;
      continue;
    }
    if (reach.type !== 'tokens' || left === 0) return { candidates: kept, unknown: [TOO_MANY_VAULTS] };
    kept.push({ ...candidate, reach: { type: 'tokens', tokenIds: reach.tokenIds.slice(0, left) } });
    const hasMore = i + 1 < candidates.length;
    return { candidates: kept, unknown: [tooManyTokens(address), ...(hasMore ? [TOO_MANY_VAULTS] : [])] };
  }
  return { candidates: kept, unknown: [] };
}

function countCalls(reach: CountedReach): number {
  return (reach.type === 'tokens' ? 0 : 1) + ('tokenIds' in reach ? reach.tokenIds.length : 0);
}

export function planViews(plan: ViewPlan, { address, reach }: Candidate, id: bigint | null): void {
  if ('tokenIds' in reach) for (const tokenId of reach.tokenIds) plan.addOwner(tokenId);
  if (reach.type !== 'tokens') plan.addBalance(address, id);
}

/** Counts what candidates have. `id` is the token's, if the contract is an ERC1155. */
export function countHolders(
  candidates: readonly Candidate[],
  views: TokenViews,
  id: bigint | null,
): { readonly holders: Holder[]; readonly unknown: Unknown[] } {
  const counted = candidates.map((candidate) => {
    const { reach } = candidate;
    if (reach.type === 'tokens') return countTokens(candidate, reach.tokenIds, views);
    if (reach.type === 'except') return countOthers(candidate, reach.tokenIds, views);
    return countBalance(candidate, views, id);
  });
  return {
    holders: counted.flatMap(({ holder }) => holder ?? []),
    unknown: counted.flatMap(({ isWhole }, i) => {
      const address = candidates[i]?.address;
      return isWhole || !address ? [] : [contractFailed(address)];
    }),
  };
}

/** A holder, if anything of it is known, and whether all of it is. */
interface Count {
  readonly holder: Holder | null;
  readonly isWhole: boolean;
}

function countTokens({ address, grants }: Candidate, tokenIds: readonly bigint[], views: TokenViews): Count {
  const owners = tokenIds.map((tokenId) => ({ tokenId, owner: views.findOwner(tokenId) }));
  const own = owners.filter(({ owner }) => owner === address).map(({ tokenId }) => tokenId);
  const holder = { address, balance: BigInt(own.length), tokenIds: own, grants };
  return { holder, isWhole: owners.every(({ owner }) => owner !== undefined) };
}

function countBalance({ address, reach, grants }: Candidate, views: TokenViews, id: bigint | null): Count {
  const has = views.findBalance(address, id);
  if (has === undefined) return { holder: null, isWhole: false };
  const balance = reach.type === 'amount' && reach.amount < has ? reach.amount : has;
  const tokenIds = balance > 0n && id !== null ? [id] : [];
  return { holder: { address, balance, tokenIds: id === null ? null : tokenIds, grants }, isWhole: true };
}

/** Counts all tokens of a holder but some. One whose owner is not known may be the holder's, and does not count. */
function countOthers({ address, grants }: Candidate, tokenIds: readonly bigint[], views: TokenViews): Count {
  const has = views.findBalance(address, null);
  const owners = tokenIds.map(views.findOwner);
  const others = owners.filter((owner) => owner === address || owner === undefined).length;
  if (has === undefined || has < others) return { holder: null, isWhole: false };
  const holder = { address, balance: has - BigInt(others), tokenIds: null, grants };
  return { holder, isWhole: !owners.includes(undefined) };
}
