/** The Merkle tree of an allowlist. */
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import type { ClaimRow } from './allowlist.ts';

/** A leaf is keccak256(keccak256(abi.encode(wallet, vault, amount))), as OpenZeppelin's MerkleProof expects. */
export const LEAF_ENCODING = ['address', 'address', 'uint256'] as const;

export interface ProvedList {
  readonly root: string;
  /** One proof per row, in the same order. */
  readonly proofs: readonly (readonly string[])[];
}

export function proveRows(rows: readonly ClaimRow[]): ProvedList {
  const leaves = rows.map(({ wallet, vault, amount }) => [wallet, vault, String(amount)]);
  const tree = StandardMerkleTree.of(leaves, [...LEAF_ENCODING]);
  return { root: tree.root, proofs: rows.map((_, i) => tree.getProof(i)) };
}
