/** Verifies proofs as a claim contract does, with another implementation of keccak. */
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { type Address, concatHex, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import type { ClaimRow } from './allowlist.ts';
import { LEAF_ENCODING, proveRows } from './merkle.ts';

const address = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`;
const rows = (count: number): ClaimRow[] =>
  Array.from({ length: count }, (_, i) => ({
    wallet: address(1_000 + i),
    vault: address(i >> 1),
    amount: i === 0 ? 2n ** 256n - 1n : BigInt(i),
  }));

/** Does what OpenZeppelin's MerkleProof.verify does with keccak256(bytes.concat(keccak256(abi.encode(...)))). */
function computeRoot({ wallet, vault, amount }: ClaimRow, proof: readonly Hex[]): Hex {
  const encoded = encodeAbiParameters(parseAbiParameters('address, address, uint256'), [
    wallet,
    vault,
    amount,
  ]);
  return proof.reduce(
    (hash, sibling) =>
      keccak256(concatHex(BigInt(hash) < BigInt(sibling) ? [hash, sibling] : [sibling, hash])),
    keccak256(keccak256(encoded)),
  );
}

test.each([1, 2, 3, 7, 64, 101])('every proof of %i rows leads to the root', (count) => {
  const all = rows(count);
  const { root, proofs } = proveRows(all);
  expect(proofs).toHaveLength(count);
  for (const [i, row] of all.entries()) {
    const proof = proofs[i] as Hex[];
    expect(computeRoot(row, proof)).toBe(root);
    const leaf = [row.wallet, row.vault, String(row.amount)];
    expect(StandardMerkleTree.verify(root, [...LEAF_ENCODING], leaf, proof)).toBe(true);
    // Another amount, or another wallet, must not pass.
    expect(computeRoot({ ...row, amount: row.amount ^ 1n }, proof)).not.toBe(root);
    expect(computeRoot({ ...row, wallet: row.vault }, proof)).not.toBe(root);
  }
});
