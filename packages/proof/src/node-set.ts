import { bytesToHex, keccakBytes } from '@mandate/core';
import { type Hex, parseBytes } from './hex.ts';
import { ProofError, type ProofPart } from './proof-error.ts';
import { decodeList, type Item } from './rlp.ts';

/** A path has at most 65 nodes, and a check has an account and at most six places. */
const MAX_NODES = 7 * 65;
/** A branch with sixteen hashes. */
const MAX_NODE_BYTES = 532;

/** The nodes of a proof, by their hashes. */
export interface NodeSet {
  /** Gets the items of a node. `part` is the part of the proof that fails without it. */
  get(hash: Hex, part: ProofPart): readonly Item[];
  /** Throws if a node was never got: a proof has nothing that it does not need. */
  assertAllUsed(): void;
}

interface Node {
  readonly bytes: Uint8Array;
  items?: readonly Item[];
}

/** Hashes the nodes, so that a node is found by what it is and by nothing that the proof says about it. */
export function createNodeSet(nodes: readonly Hex[], maxNodes = MAX_NODES): NodeSet {
  if (!Array.isArray(nodes) || nodes.length > maxNodes)
    throw new ProofError('form', `"nodes" must be a list of at most ${maxNodes} trie nodes.`);
  const byHash = new Map<string, Node>();
  for (const node of nodes) {
    const bytes = parseBytes(node, 'nodes', MAX_NODE_BYTES, 1);
    byHash.set(bytesToHex(keccakBytes(bytes)), { bytes });
  }
  if (byHash.size < nodes.length) throw new ProofError('form', 'A node comes twice.');
  let unused = nodes.length;
  return {
    get(hash, part) {
      const node = byHash.get(hash);
      if (!node) throw new ProofError(part, `Node ${hash} is missing.`);
      if (!node.items) {
        node.items = decodeList(node.bytes, part);
        unused--;
      }
      return node.items;
    },
    assertAllUsed() {
      if (unused > 0) throw new ProofError('storage', `Nodes that belong to no path: ${unused}.`);
    },
  };
}
