/** Finds out whom v1's unidentified revocations ended: from storage, else from the transaction, else at the head. */
import { type Address, type Change, resolveRevocation, type V1Delegation, v1Abi } from '@mandate/core';
import { decodeFunctionData, type Hex } from 'viem';
import type { Resolve, Unidentified } from './fold.ts';
import { QuorumError } from './quorum.ts';
import { RpcError } from './rpc.ts';
import type { Source, Transaction } from './source.ts';

/** What nodes say when they keep no state of so old a block. */
const NO_STATE =
  /missing trie node|state .*(unavailable|not available|pruned)|pruned|archive|historical|no state/i;

export function createResolve(source: Source, v1: Address): Resolve {
  const fromStorage = (grants: readonly V1Delegation[], blockHash: Hex): Promise<Change[]> =>
    resolveRevocation(grants, (slots) => source.readSlots(v1, slots, blockHash));

  /** Direct calls say whom they revoke. Through a smart wallet or a multicall, the input says nothing. */
  async function findNamed({ from, at, alone }: Unidentified): Promise<Change[] | null> {
    // Among other changes of the vault the order would matter, and the input has none.
    if (!alone) return null;
    const named: Change[] = [];
    for (const tx of new Set(at.map((position) => position.tx))) {
      const transaction = await source.getTransaction(tx);
      const direct = transaction.to === v1 && transaction.from === from;
      const change = direct ? findRevocation(transaction, from) : null;
      if (!change) return null;
      named.push(change);
    }
    return named;
  }

  return async (revocation, grants) => {
    try {
      return { changes: await fromStorage(grants, revocation.blockHash), shownAt: null };
    } catch (error) {
      if (!isWithoutState(error)) throw error;
    }
    const named = await findNamed(revocation);
    if (named) return { changes: named, shownAt: null };
    const { head } = await source.getTags();
    const [header] = await source.findHeaders([head]);
    if (!header) throw new Error(`${source.name} does not know its own head, block ${head}.`);
    return { changes: await fromStorage(grants, header.hash), shownAt: head };
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
