/** The newest changes of all chains, in the order in which this process has read them. */
import type { LiveChange } from './live-change.ts';

/** Keeps at least `size` changes, if there were as many. */
export function createRing(size: number) {
  let kept: LiveChange[] = [];
  /** The newest change that is not kept any more. */
  let dropped: LiveChange | null = null;

  /** Returns the index of the first change for which this is true. It is false for all before it, and true for all after it. */
  function findIndex(isAfter: (change: LiveChange) => boolean): number {
    let [low, high] = [0, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(kept[middle] as LiveChange)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    push(change: LiveChange): void {
      kept.push(change);
      if (kept.length < 2 * size) return;
      dropped = kept[kept.length - size - 1] ?? null;
      kept = kept.slice(-size);
    },
    clear(): void {
      kept = [];
      dropped = null;
    },
    newest: () => kept.at(-1) ?? null,
    /** The newest change that was there and is not kept any more, or null. */
    dropped: () => dropped,
    /** Lists the changes from the first one for which this is true, as long as nothing is pushed. */
    *from(isAfter: (change: LiveChange) => boolean): Generator<LiveChange> {
      for (let i = findIndex(isAfter); i < kept.length; i++) yield kept[i] as LiveChange;
    },
  };
}
