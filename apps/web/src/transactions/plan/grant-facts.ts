/** Delegations as the SDK takes them, and which of them allow the same. */
import { FULL_RIGHTS } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { factsOfRow, type GrantFacts } from '@mandate/sdk/transactions';
import type { RevocableGrant } from '@mandate/sdk/write';

/** Returns a delegation as the calls of the SDK take it. */
export function revocableOf(row: WalletDelegation): RevocableGrant {
  const { registry, kind, contract, tokenId, rights } = factsOfRow(row);
  const scope = { ...(contract ? { contract } : {}), ...(tokenId === null ? {} : { tokenId }) };
  const limits = registry === 'v2' ? { rights } : {};
  return { registry, type: kind, to: row.to, ...scope, ...limits } as RevocableGrant;
}

/** Tells whether one delegation allows everything that the other allows, as the registries check it. */
export function covers(broad: GrantFacts, narrow: GrantFacts): boolean {
  return coversScope(broad, narrow) && (broad.rights === FULL_RIGHTS || broad.rights === narrow.rights);
}

function coversScope(broad: GrantFacts, narrow: GrantFacts): boolean {
  if (broad.chainId !== narrow.chainId || broad.to !== narrow.to) return false;
  if (broad.kind === 'all') return true;
  if (broad.contract !== narrow.contract) return false;
  if (broad.kind === 'contract') return true;
  return narrow.kind !== 'contract' && narrow.kind !== 'all' && isSameToken(broad, narrow);
}

/** v1 does not say of which standard a token is. A smaller amount does not cover a larger one. */
function isSameToken(broad: GrantFacts, narrow: GrantFacts): boolean {
  if (broad.tokenId !== narrow.tokenId) return false;
  if (broad.kind !== narrow.kind && broad.registry === narrow.registry) return false;
  return broad.amount === null || (narrow.amount !== null && broad.amount >= narrow.amount);
}
