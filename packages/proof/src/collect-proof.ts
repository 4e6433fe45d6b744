/** Reads what a node answers to `eth_getProof`. Nothing here is verified yet. */
import type { Hex } from './hex.ts';
import { ProofError } from './proof-error.ts';

/** A shorter node has no hash: it is inside its parent, or it is the empty trie, which some nodes send as `0x80`. */
const MIN_NODE_LENGTH = 2 + 2 * 32;
const BYTES = /^0x(?:[0-9a-f]{2})*$/;
const NUMBER = /^0x[0-9a-f]{1,64}$/;

export interface CollectedProof {
  /** The distinct nodes of the account proof and the storage proofs, in the order of first use. */
  readonly nodes: Hex[];
  /** The values that the node claims, in the order of the slots. */
  readonly values: bigint[];
}

/** Collects the nodes and values of an `eth_getProof` answer about these slots. */
export function collectProof(rpcProof: unknown, slots: readonly Hex[]): CollectedProof {
  const { accountProof, storageProof } = readObject(rpcProof, 'The proof');
  if (!Array.isArray(storageProof) || storageProof.length !== slots.length)
    throw refuse(`It has no "storageProof" for each of ${slots.length} slots.`);
  const places = storageProof.map((place) => readObject(place, 'A storage proof'));
  const values = places.map(({ key, value }, i) => {
    if (readNumber(key) !== BigInt(slots[i] ?? 0))
      throw refuse(`It is about ${key}, not about slot ${slots[i]}.`);
    return readNumber(value);
  });
  return {
    nodes: mergeNodes(readNodes(accountProof), ...places.map(({ proof }) => readNodes(proof))),
    values,
  };
}

/** Joins lists of nodes: each node once, in the order of first use. */
export function mergeNodes(...lists: readonly (readonly Hex[])[]): Hex[] {
  return [...new Set(lists.flat())];
}

function readNodes(nodes: unknown): Hex[] {
  if (!Array.isArray(nodes)) throw refuse('It has a list of nodes missing.');
  return nodes.map(readBytes).filter((node) => node.length >= MIN_NODE_LENGTH);
}

function readBytes(node: unknown): Hex {
  const hex = typeof node === 'string' ? node.toLowerCase() : '';
  if (!BYTES.test(hex)) throw refuse('It has a node that is not hex.');
  return hex as Hex;
}

function readNumber(value: unknown): bigint {
  const hex = typeof value === 'string' ? value.toLowerCase() : '';
  if (!NUMBER.test(hex)) throw refuse('It has a key or value that is no word in hex.');
  return BigInt(hex);
}

function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw refuse(`${what} is not an object.`);
  return value as Readonly<Record<string, unknown>>;
}

function refuse(detail: string): ProofError {
  return new ProofError('form', `eth_getProof was not answered as it should be. ${detail}`);
}
