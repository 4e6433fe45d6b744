/** Asks one node for storage with its proof, and verifies the proof against the block's hash. */
import type { Address } from '@mandate/core';
import {
  collectProof,
  createNodeSet,
  encodeHeader,
  mergeNodes,
  ProofError,
  parseHeader,
  type RpcBlock,
  readAccount,
  readStorage,
} from '@mandate/proof';
import type { Hex } from 'viem';
import type { AskAround } from './ask-around.ts';
import { WrongHashError } from './rpc/errors.ts';
import type { ProvenStorage, Source } from './source.ts';
import { combineUnproven, UnprovenError } from './unproven.ts';

/** The most slots in one call: nodes limit them, e.g. to 1,024, and limit the size of an answer. */
const MAX_SLOTS = 256;
/** The most trie nodes on the path to an account or a slot: one for each of 64 digits, and a leaf. */
const MAX_PATH_NODES = 65;

/** The proof of a source that has none. */
export const proveNothing: Source['prove'] = async () => {
  throw new UnprovenError(
    'unsupported',
    'Storage of this chain is not proven. If its nodes answer eth_getProof as on Ethereum, set "proofs": true in its settings.',
  );
};

export function createProve(name: string, around: Pick<AskAround, 'askAll'>): Source['prove'] {
  return async (address, slots, { number, hash }, known, how = 'alone') => {
    try {
      const parts = split(slots);
      const calls = [
        ...(known ? [] : [{ method: 'eth_getBlockByHash', params: [hash, false] }]),
        ...parts.map((part) => ({ method: 'eth_getProof', params: [address, part, { blockHash: hash }] })),
      ];
      const answers = await around.askAll(calls, how);
      const header = known ?? headerOf(answers[0], name, number);
      const proofs = known ? answers : answers.slice(1);
      return verify(address, parts, { hash, header, proofs });
    } catch (error) {
      const isWrong = error instanceof ProofError;
      throw combineUnproven(number, [isWrong ? new WrongHashError(name, `proof: ${error.message}`) : error]);
    }
  };
}

interface Given {
  readonly hash: Hex;
  readonly header: Hex;
  /** The answers to `eth_getProof`, one for each part of the slots. */
  readonly proofs: readonly unknown[];
}

function verify(address: Address, parts: readonly Hex[][], { hash, header, proofs }: Given): ProvenStorage {
  const { hash: computed, stateRoot } = parseHeader(header);
  if (computed !== hash) throw new ProofError('header', `It has the hash ${computed}, not ${hash}.`);
  const collected = parts.map((part, i) => collectProof(proofs[i], part).nodes);
  const nodes = mergeNodes(...collected);
  const slots = parts.flat();
  const set = createNodeSet(nodes, MAX_PATH_NODES * (slots.length + 1));
  const account = readAccount(stateRoot, address, set);
  const values = account ? readStorage(account.storageRoot, slots, set) : slots.map(() => 0n);
  set.assertAllUsed();
  return { header, nodes, values };
}

function headerOf(block: unknown, name: string, number: number): Hex {
  if (typeof block === 'object' && block !== null) return encodeHeader(block as RpcBlock);
  throw new UnprovenError('no_state', `${name} does not have block ${number}.`);
}

/** Without slots there is one call, for the account. */
function split(slots: readonly Hex[]): Hex[][] {
  const parts: Hex[][] = [];
  for (let first = 0; first < Math.max(1, slots.length); first += MAX_SLOTS)
    parts.push(slots.slice(first, first + MAX_SLOTS));
  return parts;
}
