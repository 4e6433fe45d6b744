/** One form for delegations that stand and those that are about to be written. */
import { FULL_RIGHTS, type Grant, type KindName, type Registry } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import type { RevocableGrant, WritableGrant } from '@mandate/sdk/write';
import { kindOf } from '../../words/grant-words.ts';
import type { Address, Hex } from './write.ts';

/** A delegation of the vault. All hex is in lower case, to compare. */
export interface GrantFacts {
  readonly chainId: number;
  readonly registry: Registry;
  readonly kind: KindName;
  readonly to: Address;
  readonly contract: Address | null;
  readonly tokenId: bigint | null;
  /** v1 has full rights only. */
  readonly rights: Hex;
  readonly amount: bigint | null;
}

const lower = (hex: Hex) => hex.toLowerCase() as Hex;

export function factsOfRow(row: Grant & { readonly chainId: number }): GrantFacts {
  return {
    chainId: row.chainId,
    registry: row.registry,
    kind: kindOf(row),
    to: lower(row.to),
    contract: row.contract && lower(row.contract),
    tokenId: row.tokenId,
    rights: lower(row.rights ?? FULL_RIGHTS),
    amount: row.amount,
  };
}

export function factsOfGrant(chainId: number, grant: RevocableGrant | WritableGrant): GrantFacts {
  return {
    chainId,
    registry: grant.registry,
    kind: grant.type,
    to: lower(grant.to),
    contract: grant.contract ? lower(grant.contract) : null,
    tokenId: grant.tokenId ?? null,
    rights: lower(grant.rights ?? FULL_RIGHTS),
    amount: grant.amount ?? null,
  };
}

/** Returns the same text for delegations that overwrite each other: the amount is not part of it. */
export function identityOf({ chainId, registry, kind, to, contract, tokenId, rights }: GrantFacts): string {
  return [chainId, registry, kind, to, contract, tokenId, rights].join(' ');
}

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
