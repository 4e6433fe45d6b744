/** Finds out whom v1's unidentified revocations ended: from storage, else from the transaction. */
import { type Address, type Change, resolveRevocation, type V1Delegation, v1Abi } from '@mandate/core';
import type { Position } from '@mandate/store';
import { decodeFunctionData, type Hex } from 'viem';
import { QuorumError } from './quorum.ts';
import { RpcError } from './rpc-errors.ts';
import type { Source, Transaction } from './source.ts';

/** Messages of nodes that no longer have the state of an old block. */
const NO_STATE =
  /missing trie node|state .*(unavailable|not available|pruned)|pruned|archive|historical|no state/i;

/** A vault's unidentified revocations in one block. */
export interface Unidentified {
  readonly from: Address;
  readonly at: readonly [Position, ...Position[]];
  readonly blockHash: Hex;
  /** The vault did nothing else in v1 in that block. */
  readonly alone: boolean;
}

/** The changes that a revocation made. */
export interface Told {
  readonly changes: readonly Change[];
  /** Read from the state at the end of its block, which covers all grants of the vault, not only this revocation. */
  readonly byState: boolean;
}

/** Answers are in the order of the questions, which share requests. Null: no node could tell. */
export interface Settle {
  /** `grants` are those that the vault may have had when the block ended. */
  atOwnBlock(
    asked: readonly { readonly revocation: Unidentified; readonly grants: readonly V1Delegation[] }[],
  ): Promise<(Told | null)[]>;
  /** Finds which of each vault's grants do not stand at a block. */
  atBlock(asked: readonly (readonly V1Delegation[])[], blockHash: Hex): Promise<(readonly Change[] | null)[]>;
}

export function createSettle(source: Source, v1: Address): Settle {
  async function findInState(grants: readonly V1Delegation[], blockHash: Hex): Promise<Change[] | null> {
    try {
      return await resolveRevocation(grants, (slots) => source.readSlots(v1, slots, blockHash));
    } catch (error) {
      if (isWithoutState(error)) return null;
      throw error;
    }
  }

  /** Direct calls say whom they revoke. Through a smart wallet or a multicall, the input says nothing. */
  async function findNamed({ from, at, alone }: Unidentified): Promise<Change[] | null> {
    // Among other changes of the vault the order would matter, and the input has none.
    if (!alone) return null;
    const hashes = [...new Set(at.map(({ tx }) => tx))];
    const transactions = await Promise.all(hashes.map((hash) => source.getTransaction(hash)));
    const named = transactions.map((transaction) =>
      transaction.to === v1 && transaction.from === from ? findRevocation(transaction, from) : null,
    );
    return named.every((change) => change !== null) ? named : null;
  }

  return {
    atOwnBlock: (asked) =>
      Promise.all(
        asked.map(async ({ revocation, grants }) => {
          const seen = await findInState(grants, revocation.blockHash);
          if (seen) return { changes: seen, byState: true };
          const named = await findNamed(revocation);
          return named && { changes: named, byState: false };
        }),
      ),
    atBlock: (asked, blockHash) => Promise.all(asked.map((grants) => findInState(grants, blockHash))),
  };
}

/** None of the nodes has the state. While one says that it has, a guess must not stand in for it. */
function isWithoutState(error: unknown): boolean {
  if (error instanceof QuorumError) return error.answers === 0 && error.errors.every(isWithoutState);
  return error instanceof RpcError && NO_STATE.test(error.message);
}

function findRevocation({ input }: Transaction, from: Address): Change | null {
  const { functionName, args } = decodeFunctionData({ abi: v1Abi, data: input });
  if (functionName === 'revokeDelegate')
    return { type: 'revokePair', from, to: args[0].toLowerCase() as Address };
  return functionName === 'revokeSelf' ? { type: 'revokePair', from, to: from } : null;
}
