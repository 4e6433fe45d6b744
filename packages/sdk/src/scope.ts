/** Checks that a delegation's fields match its type: a narrow delegation must never look like a broad one. */
import type { DelegationType } from './answers.ts';
import { address, oneOf, orNull, uint256 } from './client/read-json.ts';
import type { Address } from './hex.ts';
import { type Kind, REGISTRIES, type TokenType } from './registries.ts';

/** The fields that records of both registries have. */
export interface Scope {
  readonly type: DelegationType;
  readonly contract: Address | null;
  readonly tokenId: bigint | null;
}

export interface ScopeV2 extends Scope {
  readonly tokenType: TokenType | null;
  readonly amount: bigint | null;
}

export const contractOrNull = orNull(address);
export const uint256OrNull = orNull(uint256);
const V2_KINDS: readonly Kind[] = Object.values(REGISTRIES.v2);
const TOKEN_TYPES = V2_KINDS.flatMap(({ tokenType }) => tokenType ?? []) as TokenType[];
export const tokenTypeOrNull = orNull(oneOf(TOKEN_TYPES));

export function assertScope({ type, contract, tokenId }: Scope, isToken: boolean): void {
  const isRight = {
    NONE: true,
    ALL: contract === null && tokenId === null && !isToken,
    CONTRACT: contract !== null && tokenId === null && !isToken,
    TOKEN: contract !== null && isToken,
  }[type];
  if (!isRight) throw new TypeError(`a delegation of type ${type} with fields of another`);
}

export function assertScopeV2(record: ScopeV2): void {
  const { tokenType, tokenId, amount } = record;
  assertScope(record, tokenType !== null);
  const kind = V2_KINDS.find((each) => tokenType !== null && each.tokenType === tokenType);
  const hasId = kind?.scope.includes('tokenId') ?? false;
  const hasAmount = kind?.answer === 'balance';
  if (hasId !== (tokenId !== null) || hasAmount !== (amount !== null)) {
    throw new TypeError(`a delegation of ${tokenType ?? 'no token'} with fields of another`);
  }
}
