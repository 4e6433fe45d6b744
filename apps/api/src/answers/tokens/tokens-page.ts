/** The question which tokens a wallet may use, what a page of the answer has, and what it is made of. */
import type { Address } from '@mandate/core';
import type { Listed, PastBlock } from '@mandate/store';
import type { TokensPlace } from '../../request/tokens-cursor.ts';
import type { NodeAccess } from '../chain/node-access.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import type { Blocks, ClaimQuestion } from '../eligibility/claim-question.ts';
import type { ClaimRule } from '../eligibility/claim-rules.ts';
import type { Unknown } from '../eligibility/unknown.ts';

/** A standard whose tokens have ids. */
export type TokenStandard = 'ERC721' | 'ERC1155';

export interface TokensQuestion extends ClaimQuestion {
  readonly wallet: Address;
  readonly standard: TokenStandard | null;
  /** The ids that are asked about. `null` for those that are found. */
  readonly tokenIds: readonly bigint[] | null;
  /** The place after the page before. */
  readonly start: TokensPlace | null;
}

export interface UsableToken {
  readonly tokenId: bigint;
  readonly holder: Address;
  /** `null` for an ERC721 token. */
  readonly amount: bigint | null;
  /** The grants that let the wallet use it. The wallet itself needs none. */
  readonly grants: readonly Listed[];
}

/** The contents of one page, or of the answer about given ids. */
export interface TokensPart {
  readonly tokens: readonly UsableToken[];
  /** The ids that may be usable or not. */
  readonly unknownIds: readonly bigint[];
  readonly unknown: readonly Unknown[];
  /** The holder, or the id, that the next page begins with. `null` if this is the last one. */
  readonly next: string | null;
}

export interface TokensAnswer extends Omit<TokensPart, 'next'> {
  /** `null` if the nodes did not tell. */
  readonly standard: TokenStandard | null;
  readonly block: PastBlock;
  readonly safeBlock: number | null;
  readonly isFinal: boolean;
  readonly next: TokensPlace | null;
}

/** Everything that a page is made of. */
export interface TokensReading {
  readonly rule: ClaimRule;
  readonly question: TokensQuestion;
  readonly nodes: NodeAccess;
  readonly blocks: Blocks;
  /** Counts calls of the contract before they are made. Throws if the client may not make so many now. */
  readonly countCalls: (calls: number) => Promise<void>;
}

/** Returns the error, instead of throwing it, if the nodes can't tell. */
export async function orUnreadable<T>(work: Promise<T>): Promise<T | UnreadableError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadableError) return error;
    throw error;
  }
}
