/** Checks that a delegation's fields match its type: a narrow delegation must never look like a broad one. */
import type { DelegationType, TokenType } from './answers.ts';
import type { Address } from './hex.ts';
import { address, oneOf, orNull, uint256 } from './read-json.ts';

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
export const tokenTypeOrNull = orNull(oneOf(['ERC721', 'ERC20', 'ERC1155']));

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
  const hasId = tokenType === 'ERC721' || tokenType === 'ERC1155';
  const hasAmount = tokenType === 'ERC20' || tokenType === 'ERC1155';
  if (hasId !== (tokenId !== null) || hasAmount !== (amount !== null)) {
    throw new TypeError(`a delegation of ${tokenType ?? 'no token'} with fields of another`);
  }
}
