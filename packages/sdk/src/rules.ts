/** Checks that a delegation's fields fit each other: a narrow delegation must never look like a broad one. */
import { type Kind, REGISTRIES, type Registry, type TokenType } from './registries.ts';

/** The fields that records of both registries have. */
interface Scope {
  readonly type: 'NONE' | 'ALL' | 'CONTRACT' | 'TOKEN';
  readonly contract: string | null;
  readonly tokenId: bigint | null;
}

interface ScopeV2 extends Scope {
  readonly tokenType: TokenType | null;
  readonly amount: bigint | null;
}

interface AnyGrant extends ScopeV2 {
  readonly registry: Registry;
  readonly rights: string | null;
}

const V2_KINDS: readonly Kind[] = Object.values(REGISTRIES.v2);

function assertScope({ type, contract, tokenId }: Scope, isToken: boolean): void {
  const isRight = {
    NONE: true,
    ALL: contract === null && tokenId === null && !isToken,
    CONTRACT: contract !== null && tokenId === null && !isToken,
    TOKEN: contract !== null && isToken,
  }[type];
  if (!isRight) throw new TypeError(`a delegation of type ${type} with fields of another`);
}

export function assertDelegationV1(record: Scope): void {
  assertScope(record, record.tokenId !== null);
}

export function assertDelegation(record: ScopeV2): void {
  const { tokenType, tokenId, amount } = record;
  assertScope(record, tokenType !== null);
  const kind = V2_KINDS.find((each) => tokenType !== null && each.tokenType === tokenType);
  const hasId = kind?.scope.includes('tokenId') ?? false;
  const hasAmount = kind?.answer === 'balance';
  if (hasId !== (tokenId !== null) || hasAmount !== (amount !== null)) {
    throw new TypeError(`a delegation of ${tokenType ?? 'no token'} with fields of another`);
  }
}

interface ExactScope extends Omit<ScopeV2, 'type'> {
  readonly type: Exclude<ScopeV2['type'], 'TOKEN'> | TokenType;
}

/** The type of a token's record is the standard of the token. */
export function assertExactDelegation({ type, ...record }: ExactScope): void {
  const { tokenType } = record;
  if (type === tokenType) assertDelegation({ ...record, type: 'TOKEN' });
  else if (type === 'NONE' || type === 'ALL' || type === 'CONTRACT') assertDelegation({ ...record, type });
  else throw new TypeError(`a delegation of type ${type} with the token type ${tokenType}`);
}

/** v1 has neither rights nor token types. */
export function assertGrant(grant: AnyGrant): void {
  if (REGISTRIES[grant.registry].all.hasRights !== (grant.rights !== null)) {
    throw new TypeError(`a delegation of ${grant.registry} with rights of the other`);
  }
  if (grant.registry === 'v2') {
    assertDelegation(grant);
    return;
  }
  assertDelegationV1(grant);
  if (grant.tokenType !== null || grant.amount !== null) {
    throw new TypeError('a delegation of v1 with fields of v2');
  }
}
