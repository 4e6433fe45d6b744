/** When something changed for a wallet: where a step on the line of time leads to. */
import type { Change, Registry } from '@mandate/sdk';

export interface Mark {
  readonly time: number;
  /**
   * The last block of that second with a change. At its end, the list is as it stayed until the next change.
   */
  readonly block: number;
}

/** Returns null if the time of a change is unknown, because it has no place on the timeline. */
export function marksOf(changes: readonly Change[], registry: Registry): readonly Mark[] | null {
  const standing = new Map<string, Change>();
  for (const change of changes) {
    if (change.registry !== registry) continue;
    const key = `${change.transaction} ${change.log}`;
    // A change undone by a reorg never happened.
    if (change.undone) standing.delete(key);
    else standing.set(key, change);
  }
  const marks = new Map<number, Mark>();
  for (const { timestamp: time, block } of standing.values()) {
    if (time === null) return null;
    marks.set(time, { time, block: Math.max(block, marks.get(time)?.block ?? 0) });
  }
  return [...marks.values()].sort((a, b) => a.time - b.time);
}

/** Returns how many changes had happened by then, or all of them without a time. */
export function countUntil(marks: readonly Mark[], at: number | undefined): number {
  if (at === undefined) return marks.length;
  const later = marks.findIndex(({ time }) => time > at);
  return later === -1 ? marks.length : later;
}

/** Returns the time that shows one change less, or null at the first. */
export function stepBack(marks: readonly Mark[], at: number | undefined): number | null {
  return marks[countUntil(marks, at) - 2]?.time ?? null;
}

/** Returns the time that shows one change more. Undefined means now. */
export function stepOn(marks: readonly Mark[], at: number | undefined): number | undefined {
  const next = countUntil(marks, at);
  return next >= marks.length - 1 ? undefined : marks[next]?.time;
}

/** Parameters that choose the block of a list. Empty for now. */
export interface ListMoment {
  readonly atBlock?: number;
  readonly atTime?: number;
}

/**
 * Between two changes, every time shows the same list. It is requested by the block of the earlier change, so
 * that the request can be cached. After the last change, only the service knows whether another one followed.
 */
export function momentAt(marks: readonly Mark[] | null, at: number | undefined): ListMoment {
  if (at === undefined) return {};
  const count = marks ? countUntil(marks, at) : 0;
  const mark = marks?.[count - 1];
  return mark && count < (marks?.length ?? 0) ? { atBlock: mark.block } : { atTime: at };
}
