/** When something changed for a wallet: where a step on the line of time leads to. */
import type { Change, Registry } from '@mandate/sdk';

export interface Mark {
  readonly time: number;
  /** The last block of that time in which something changed: at its end the wallet's list is as it was from then on. */
  readonly block: number;
}

/** Null: the time of a change is not known, so it has no place on the line. */
export function marksOf(changes: readonly Change[], registry: Registry): readonly Mark[] | null {
  const standing = new Map<string, Change>();
  for (const change of changes) {
    if (change.registry !== registry) continue;
    const key = `${change.transaction} ${change.log}`;
    // What a reorg took back never was.
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

/** How many changes had happened by then. Without a time, all of them. */
export function countUntil(marks: readonly Mark[], at: number | undefined): number {
  if (at === undefined) return marks.length;
  const later = marks.findIndex(({ time }) => time > at);
  return later === -1 ? marks.length : later;
}

/** The time to go to so that one change less is shown. Null: there is only the first. */
export function stepBack(marks: readonly Mark[], at: number | undefined): number | null {
  return marks[countUntil(marks, at) - 2]?.time ?? null;
}

/** The time to go to so that one change more is shown. Undefined is now, where nothing is left to come. */
export function stepOn(marks: readonly Mark[], at: number | undefined): number | undefined {
  const next = countUntil(marks, at);
  return next >= marks.length - 1 ? undefined : marks[next]?.time;
}

/** What says of when a list is to be. Nothing: now. */
export interface ListMoment {
  readonly atBlock?: number;
  readonly atTime?: number;
}

/**
 * Between two changes all times are one: they are asked for by the block of the first, and so only once. After the last
 * one the service has to say whether it is known that nothing followed.
 */
export function momentAt(marks: readonly Mark[] | null, at: number | undefined): ListMoment {
  if (at === undefined) return {};
  const count = marks ? countUntil(marks, at) : 0;
  const mark = marks?.[count - 1];
  return mark && count < (marks?.length ?? 0) ? { atBlock: mark.block } : { atTime: at };
}
