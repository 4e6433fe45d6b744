/** Computes the tree nodes (migration 0006) to search for ended rows that stood at a block. */

/** More bits than any chain's block numbers have. */
const HIGHEST_BIT = 40n;

export interface SpanNodes {
  /** Nodes at or before the block: rows at these nodes that ended after the block stood at it. */
  readonly left: readonly number[];
  /** Nodes after the block: rows at these nodes that began by the block stood at it. */
  readonly right: readonly number[];
}

/** Lists the nodes on the path from the root of the tree to a block. */
export function listSpanNodes(block: number): SpanNodes {
  const at = BigInt(block);
  // A row within a single block is stored at that block, which is on the path of every block but 0.
  const left = new Set([block]);
  const right: number[] = [];
  for (let bit = 0n; bit <= HIGHEST_BIT; bit++) {
    const node = Number(((at >> (bit + 1n)) << (bit + 1n)) | (1n << bit));
    if (node <= block) left.add(node);
    else right.push(node);
  }
  return { left: [...left], right };
}
