/** Reads delegations of either registry into one set of names. */
import type { Grant, StandingGrant } from './answers.ts';
import { address, bytes32, object, oneOf, orNull, type Read, whole } from './client/read-json.ts';
import { REGISTRIES, type Registry } from './registries.ts';
import { assertScope, assertScopeV2, contractOrNull, tokenTypeOrNull, uint256OrNull } from './scope.ts';

export const registry = oneOf(Object.keys(REGISTRIES) as Registry[]);

const GRANT: { readonly [Name in keyof Grant]: Read<Grant[Name]> } = {
  registry,
  type: oneOf(['ALL', 'CONTRACT', 'TOKEN']),
  from: address,
  to: address,
  contract: contractOrNull,
  tokenId: uint256OrNull,
  rights: orNull(bytes32),
  tokenType: tokenTypeOrNull,
  amount: uint256OrNull,
};

/** Reads a grant with additional fields. */
export function grantWith<T extends Grant>(
  more: {
    readonly [Name in Exclude<keyof T, keyof Grant>]: Read<T[Name]>;
  },
): Read<T> {
  const read = object<T>({ ...GRANT, ...more } as unknown as { [Name in keyof T]-?: Read<T[Name]> });
  return (value) => {
    const grant = read(value);
    assertGrant(grant);
    return grant;
  };
}

/** v1 has neither rights nor token types. */
function assertGrant(grant: Grant): void {
  if (REGISTRIES[grant.registry].all.hasRights !== (grant.rights !== null)) {
    throw new TypeError(`a delegation of ${grant.registry} with rights of the other`);
  }
  if (grant.registry === 'v2') {
    assertScopeV2(grant);
    return;
  }
  assertScope(grant, grant.tokenId !== null);
  if (grant.tokenType !== null || grant.amount !== null) {
    throw new TypeError('a delegation of v1 with fields of v2');
  }
}

export const readStandingGrant: Read<StandingGrant> = grantWith<StandingGrant>({
  expiresAt: orNull(whole),
  block: whole,
  transaction: bytes32,
  since: orNull(whole),
});

/** Compares addresses in any case: answers use EIP-55, callers may not. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
