/** Decides which tokens of a holder count, and whether these are all of them. */
import type { Address } from '@mandate/core';
import { compareIds, isOfId } from '../eligibility/claim-rules.ts';
import type { Candidate } from '../eligibility/count-holders.ts';
import { createTokenViews, type ReadViews, type TokenViews } from '../eligibility/token-views.ts';
import {
  contractFailed,
  contradicted,
  idsUnknown,
  tooManyIds,
  type Unknown,
} from '../eligibility/unknown.ts';
import { type FoundIds, MAX_IDS_OF_HOLDER } from './search-ids.ts';
import type { UsableToken } from './tokens-page.ts';

/** The views that were read at each block, and the ids that were found by search. */
export interface Known {
  readonly views: readonly ReadViews[];
  readonly ids: FoundIds;
}

export interface JudgedHolder {
  readonly tokens: readonly UsableToken[];
  readonly unknownIds: readonly bigint[];
  /** Why the tokens may not be all that count. `null` if they are. */
  readonly unknown: Unknown | null;
}

interface KnownHolder {
  readonly candidate: Candidate;
  readonly grantedIds: readonly bigint[];
  readonly isCut: boolean;
}

/** Lists the ids that a holder owns at the block that its balance is compared at: the first one. */
export function listOwnedIds(
  holder: Address,
  ids: readonly bigint[],
  views: readonly ReadViews[],
): readonly bigint[] {
  const first = createTokenViews(views.slice(0, 1));
  return ids.filter((id) => first.findOwner(id) === holder);
}

/** `unread`: why its ids could not be searched. */
export function judgeHolder(
  { candidate, grantedIds, isCut }: KnownHolder,
  { views, ids: found }: Known,
  unread: Unknown | null,
): JudgedHolder {
  const { address } = candidate;
  const ids = [...new Set([...grantedIds, ...(found.get(address) ?? [])])].toSorted(compareIds);
  const owned = listOwnedIds(address, ids, views);
  const always = createTokenViews(views);
  const counted = owned.filter((id) => counts(candidate, id));
  const usable = counted.filter((id) => always.findOwner(id) === address);
  const isLost = (id: bigint) => counts(candidate, id) && always.findOwner(id) === undefined;
  const tokens = usable.map((tokenId) => presentToken(candidate, tokenId));
  const missing =
    candidate.reach.type === 'tokens'
      ? findLost(address, ids.some(isLost), isCut)
      : findMissing(address, { owned: BigInt(owned.length), hasLost: ids.some(isLost), unread }, views);
  const unknown = missing ?? (counted.some(isLost) ? contractFailed(address) : null);
  return { tokens, unknownIds: unknown ? ids.filter(isLost) : [], unknown };
}

export function presentToken({ address, grants }: Candidate, tokenId: bigint): UsableToken {
  const own = grants.filter(({ delegation }) => isOfId(delegation, tokenId));
  return { tokenId, holder: address, amount: null, grants: own };
}

/** Tells whether a token would count if the candidate owned it. */
export function counts({ reach }: Candidate, id: bigint): boolean {
  if (reach.type === 'tokens') return reach.tokenIds.includes(id);
  return reach.type !== 'except' || !reach.tokenIds.includes(id);
}

function findLost(address: Address, hasLost: boolean, isCut: boolean): Unknown | null {
  if (isCut) return tooManyIds(address);
  return hasLost ? contractFailed(address) : null;
}

interface Listed {
  readonly owned: bigint;
  readonly hasLost: boolean;
  readonly unread: Unknown | null;
}

/** Returns why a list has not as many tokens as the balance. `null` if it has. */
function findMissing(
  address: Address,
  { owned, hasLost, unread }: Listed,
  views: readonly ReadViews[],
): Unknown | null {
  const first: TokenViews = createTokenViews(views.slice(0, 1));
  const balance = first.findBalance(address, null);
  if (balance === undefined) return contractFailed(address);
  if (owned === balance) return null;
  if (owned > balance) return contradicted(address);
  if (unread) return unread;
  if (balance > BigInt(MAX_IDS_OF_HOLDER)) return tooManyIds(address);
  return hasLost ? contractFailed(address) : idsUnknown(address);
}
