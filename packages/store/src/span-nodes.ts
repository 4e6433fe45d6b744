/** Nodes of the tree that ended rows hang at (migration 0006): where those that stood at a block are looked for. */

/** More than any chain has. */
const HIGHEST_BIT = 40n;

export interface SpanNodes {
  /** At or before the block: of the rows at these, those that ended after the block stood at it. */
  readonly left: readonly number[];
  /** After the block: of the rows at these, those that began by the block stood at it. */
  readonly right: readonly number[];
}

/** The nodes on the path from the root of the tree to a block. */
export function listSpanNodes(block: number): SpanNodes {
  const at = BigInt(block);
  // A row of a single block hangs at that block, which is on the path of every block but 0.
  const left = new Set([block]);
  const right: number[] = [];
  for (let bit = 0n; bit <= HIGHEST_BIT; bit++) {
    const node = Number(((at >> (bit + 1n)) << (bit + 1n)) | (1n << bit));
    if (node <= block) left.add(node);
    else right.push(node);
  }
  return { left: [...left], right };
}
