/** The times at which something changed for a wallet, on all chains: the steps of the timeline. */
import type { Change, Registry } from '@mandate/sdk';

export interface Mark {
  readonly time: number;
}

export interface MarkFilter {
  readonly chain: number | undefined;
  readonly registry: Registry | undefined;
}

/** Lists the changes that no reorg has undone. */
export function listStanding(changes: readonly Change[]): Change[] {
  const standing = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.chainId} ${change.transaction} ${change.log}`;
    if (change.undone) standing.delete(key);
    else standing.set(key, change);
  }
  return [...standing.values()];
}

/** Returns null if the time of a change is unknown, because it has no place on the timeline. */
export function marksOf(
  standing: readonly Change[],
  { chain, registry }: MarkFilter,
): readonly Mark[] | null {
  const times = new Set<number>();
  for (const change of standing) {
    if (chain !== undefined && change.chainId !== chain) continue;
    if (registry && change.registry !== registry) continue;
    if (change.timestamp === null) return null;
    times.add(change.timestamp);
  }
  return [...times].sort((a, b) => a - b).map((time) => ({ time }));
}

/** Returns the newest block with a change, for each chain. */
export function newestBlocks(standing: readonly Change[]): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  for (const { chainId, block } of standing) newest.set(chainId, Math.max(block, newest.get(chainId) ?? 0));
  return newest;
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

/**
 * Returns the time to ask for. Between two changes, every time shows the same list. It is asked for at the time of
 * the earlier change, so that moving the slider between them asks once. After the last change, only the service knows
 * whether another one followed.
 */
export function momentAt(marks: readonly Mark[] | null, at: number | undefined): number | undefined {
  if (at === undefined || !marks) return at;
  const count = countUntil(marks, at);
  return count < marks.length ? (marks[count - 1]?.time ?? at) : at;
}
