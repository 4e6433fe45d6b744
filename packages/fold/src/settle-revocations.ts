/** Finds the grants that v1's unidentified revocations ended: from storage, else from the transaction. */
import {
  type Address,
  type Change,
  type ReadSlots,
  settleRevocation,
  V1_SIGNATURES,
  type V1Delegation,
} from '@mandate/core';
import { judgeStateError, type Source, type Transaction } from '@mandate/nodes';
import type { Block, Position } from '@mandate/store';
import type { Hex } from 'viem';
import { decodeFunctionData, parseAbi } from 'viem/utils';
import { countRevocations, findParents } from './pair-versions.ts';
import { readState } from './read-state.ts';

const V1_ABI = parseAbi(V1_SIGNATURES);
/**
 * After this many refusals of state in unknown words, the state counts as missing. Until then, each of them fails the
 * step.
 */
const MAX_REFUSALS = 4;
/** The pause before the state of a newer block is requested: doubles from the first to the last. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/** A vault's unidentified revocations in one block. */
export interface Unidentified {
  readonly from: Address;
  readonly at: readonly [Position, ...Position[]];
  readonly blockHash: Hex;
  /** The vault did nothing else in v1 in that block. */
  readonly alone: boolean;
}

/** The changes that a revocation made. */
export interface SettledRevocation {
  readonly changes: readonly Change[];
  /** Read from the state at the end of its block, which covers all grants of the vault, not only this revocation. */
  readonly byState: boolean;
  /** How often each delegate of `grantedAgain` was revoked in the block, by the vault or by itself. */
  readonly times: ReadonlyMap<Address, number>;
}

export interface OwnBlockQuestion {
  readonly revocation: Unidentified;
  /** The grants that the vault may have had when the block ended. */
  readonly grants: readonly V1Delegation[];
  /**
   * Those of them that may have stood when the vault granted them after one of the revocations. The end of the block does
   * not show whether they were revoked in between. The versions before and after the block do.
   */
  readonly grantedAgain: readonly V1Delegation[];
}

type StateBlock = Pick<Block, 'number' | 'hash'>;
type ReadAt = (block: StateBlock) => ReadSlots;

/** Answers come in the order of the questions, which share requests. `null` if no node has the answer. */
export interface Settle {
  /** Settles revocations by the state of their own blocks. */
  atOwnBlock(asked: readonly OwnBlockQuestion[]): Promise<(SettledRevocation | null)[]>;
  /** Finds which of each vault's grants do not stand at a block. */
  atBlock(
    asked: readonly (readonly V1Delegation[])[],
    block: StateBlock,
  ): Promise<(readonly Change[] | null)[]>;
}

export function createSettle(
  source: Source,
  v1: Address,
  warn: (message: string) => void = () => {},
): Settle {
  let refusals = 0;
  let waitMs = 0;
  let nextAt = 0;

  /** Returns null for each question whose block's state the nodes lack. */
  async function findInState<T>(asked: readonly ((readAt: ReadAt) => Promise<T>)[]): Promise<(T | null)[]> {
    // Questions about the same block share a reader, and with it their requests.
    const readers = new Map<Hex, ReadSlots>();
    const readAt: ReadAt = (block) => {
      const reader = readers.get(block.hash) ?? readState(source, v1, block);
      readers.set(block.hash, reader);
      return reader;
    };
    const outcomes = await Promise.allSettled(asked.map((find) => find(readAt)));
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const error of errors) if (judgeStateError(error) === null) throw error;
    const refused = errors.find((error) => judgeStateError(error) === 'possible');
    if (refused) bear(refused);
    else if (asked.length > 0) refusals = 0;
    return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
  }

  /** Throws the error a few times: a server that lags has the state a moment later. */
  function bear(refused: Error): void {
    if (++refusals < MAX_REFUSALS) throw refused;
    if (refusals > MAX_REFUSALS) return;
    warn(
      `${refused.message}. After ${MAX_REFUSALS} tries this counts as missing state: v1 revocations that do not name their grant ` +
        'stay unsettled until a node has the state of a later block. An archive node would settle them at once.',
    );
  }

  /**
   * Finds the revoked grants in the input of direct calls. Through a smart wallet or a multicall, the input does not
   * name them.
   */
  async function findNamed({ from, at, alone }: Unidentified): Promise<Change[] | null> {
    // With other changes of the vault in the block, the order would matter, and the input does not show it.
    if (!alone) return null;
    const hashes = [...new Set(at.map(({ tx }) => tx))];
    const transactions = await Promise.all(hashes.map((hash) => source.getTransaction(hash)));
    const named = transactions.map((transaction) =>
      transaction.to === v1 && transaction.from === from ? findRevocation(transaction, from) : null,
    );
    return named.every((change) => change !== null) ? named : null;
  }

  return {
    async atOwnBlock(asked) {
      const parents = await findParents(
        source,
        asked
          .filter(({ grantedAgain }) => grantedAgain.length > 0)
          .map(({ revocation }) => blockOf(revocation)),
      );
      const seen = await findInState(
        asked.map(({ revocation, grants, grantedAgain }) => async (readAt: ReadAt) => {
          const readOwn = readAt(blockOf(revocation));
          const changes = await settleRevocation(grants, readOwn);
          const parent = parents.get(revocation.blockHash);
          const times = parent ? await countRevocations(grantedAgain, readAt(parent), readOwn) : NONE;
          return { changes, byState: true, times };
        }),
      );
      return Promise.all(
        asked.map(async ({ revocation }, i) => {
          if (seen[i]) return seen[i];
          const changes = await findNamed(revocation);
          return changes && { changes, byState: false, times: NONE };
        }),
      );
    },
    async atBlock(asked, block) {
      // A chain that waits for state must not request it with every block and every poll.
      if (performance.now() < nextAt) return asked.map(() => null);
      const shown = await findInState(
        asked.map((grants) => (readAt) => settleRevocation(grants, readAt(block))),
      );
      waitMs = shown.includes(null) ? Math.min(MAX_WAIT_MS, Math.max(FIRST_WAIT_MS, 2 * waitMs)) : 0;
      nextAt = performance.now() + waitMs;
      return shown;
    },
  };
}

const NONE: ReadonlyMap<Address, number> = new Map();

const blockOf = ({ at: [{ block: number }], blockHash: hash }: Unidentified): StateBlock => ({
  number,
  hash,
});

function findRevocation({ input }: Transaction, from: Address): Change | null {
  const { functionName, args } = decodeFunctionData({ abi: V1_ABI, data: input });
  if (functionName === 'revokeDelegate')
    return { type: 'revokePair', from, to: args[0].toLowerCase() as Address };
  return functionName === 'revokeSelf' ? { type: 'revokePair', from, to: from } : null;
}
