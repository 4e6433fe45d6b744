import type { ReachedBlock } from '../block.ts';

/** A change, as far as it says which blocks a chain has. */
interface Move extends ReachedBlock {
  /** True when a reorg removed the block. */
  readonly undone: boolean;
}

export type LeastBlocks = ReturnType<typeof createLeastBlocks>;

/**
 * Remembers the newest block of each chain that the page was told about. Answers must not be older: the service may
 * have several servers, and one may be behind the one that sends the feed.
 */
export function createLeastBlocks() {
  const begun = new Map<number, number>();
  const changed = new Map<number, number>();

  function raise(floors: Map<number, number>, { chainId, block }: ReachedBlock): void {
    floors.set(chainId, Math.max(floors.get(chainId) ?? 0, block));
  }

  return {
    of(chainId: number): number | undefined {
      const known = [begun, changed].flatMap((floors) => floors.get(chainId) ?? []);
      return known.length === 0 ? undefined : Math.max(...known);
    },
    /** The newest block with a change. A strict answer may be about the safe block, which is far behind the stream. */
    ofChanges: (chainId: number) => changed.get(chainId),
    /** Notes the blocks at which the stream begins: what changed before is not in it. */
    begin(reached: readonly ReachedBlock[]): void {
      for (const each of reached) raise(begun, each);
    },
    move(change: Move): void {
      const { chainId, block, undone } = change;
      if (!undone) raise(changed, change);
      // The chain may be shorter for a moment after a reorg.
      else
        for (const floors of [begun, changed])
          if (floors.has(chainId)) floors.set(chainId, Math.min(floors.get(chainId) ?? 0, block - 1));
    },
  };
}
