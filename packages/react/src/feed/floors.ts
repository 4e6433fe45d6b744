import type { Touch } from './is-touched.ts';

/**
 * Remembers the newest block of each chain that the page was told about. Answers must not be older: the service may
 * have several servers, and one may be behind the one that sends the feed.
 */
export function createFloors() {
  const floors = new Map<number, number>();
  return {
    of: (chainId: number) => floors.get(chainId),
    move({ chainId, block, undone }: Touch): void {
      const floor = floors.get(chainId) ?? 0;
      // The chain may be shorter for a moment after a reorg.
      floors.set(chainId, undone ? Math.min(floor, block - 1) : Math.max(floor, block));
    },
  };
}
