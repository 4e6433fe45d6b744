/** One form for delegations that stand and those that are about to be written. */
import { FULL_RIGHTS } from '../generated/kinds.ts';
import type { Grant } from '../generated/registry.ts';
import type { Address, Hex } from '../hex.ts';
import { type KindName, kindOf, type Registry } from '../registries.ts';
import type { RevocableGrant, WritableGrant } from '../write/grant.ts';

/** A delegation of a vault. All hex is in lower case, to compare. */
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

/** Returns the facts of a delegation that the service lists. */
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

/** Returns the facts of a delegation to write or to end. */
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
