/** The questions of the readers of contracts, and their answers. */
import type { Address } from '@mandate/core';
import type { Hex } from 'viem';

/**
 * The result of a call. `word`: 32 bytes. `reverted`: the contract refused, with gas left. `failed`: anything else, so
 * that nothing is known.
 */
export type TokenAnswer =
  | { readonly type: 'word'; readonly word: Hex }
  | { readonly type: 'reverted' }
  | { readonly type: 'failed' };

export interface TokenReader {
  /** Calls a contract at a block. Throws if the nodes can't tell. */
  read(contract: Address, calls: readonly Hex[], blockHash: Hex): Promise<TokenAnswer[]>;
}

/** One step: the first bytes of a contract's code, or a call of it, or a call of the address that the step before returned. */
export interface ContractStep {
  readonly kind: 'code' | 'call' | 'callReturned';
  /** Left out if the step before returns it. */
  readonly contract?: Address;
  readonly data?: Hex;
  readonly gas?: number;
  readonly maxBytes: number;
  readonly firstByte?: number;
}

/**
 * The result of a step. `returned`: with the whole length of what the contract returned, and the bytes that were asked for;
 * `isCostly` if that used more than half of the gas.
 * `reverted`: the contract refused, with gas left. `failed`: it used up its gas, or broke off. `none`: the step before
 * returned no address.
 */
export type StepAnswer =
  | { readonly type: 'returned'; readonly length: number; readonly bytes: Hex; readonly isCostly?: true }
  | { readonly type: 'reverted' | 'failed' | 'none' };

/** Steps that belong together: a step may use the one before it. */
export type StepGroup = readonly ContractStep[];

export interface ContractReader {
  /**
   * Answers each group at a block. `null` if the nodes allow too little gas for it, or do not agree about it. Throws if the
   * nodes cannot answer.
   */
  read(groups: readonly StepGroup[], blockHash: Hex): Promise<(StepAnswer[] | null)[]>;
}
