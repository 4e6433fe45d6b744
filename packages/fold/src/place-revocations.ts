/** Finds which of a block's unidentified revocations revoked delegates that were granted again in the same block. */
import { type Change, identify, type UnidentifiedRevocation } from '@mandate/core';
import type { Position } from '@mandate/store';
import type { SettledRevocation, Unidentified } from './settle-revocations.ts';

interface Happened {
  readonly change: Change | UnidentifiedRevocation;
  readonly at: Position;
}

interface ToldRevocation {
  readonly revocation: Unidentified;
  readonly told: SettledRevocation | null | undefined;
}

type RevokePair = Extract<Change, { type: 'revokePair' }>;

/** Returns the pairs that unidentified revocations of a block revoked, if one of their grants was granted again. */
export function placeRevocations(
  ofBlock: readonly Happened[],
  asked: readonly ToldRevocation[],
): ReadonlyMap<Position, readonly RevokePair[]> {
  const placed = new Map<Position, RevokePair[]>();
  for (const { revocation, told } of asked) {
    if (!told) continue;
    const { from, at: places } = revocation;
    for (const [to, times] of told.times) {
      const pair: RevokePair = { type: 'revokePair', from, to };
      const latest = findLatest(ofBlock, pair, told);
      // Of several that fit, the last ones: storage does not show which of them revoked another delegate.
      const fitting = places.filter(({ log }) => log < latest);
      const unnamed = times - countNamed(ofBlock, pair);
      for (const at of fitting.slice(Math.max(0, fitting.length - unnamed)))
        placed.set(at, [...(placed.get(at) ?? []), pair]);
    }
  }
  return placed;
}

/** Counts the revocations by the delegate itself, which name it. */
function countNamed(ofBlock: readonly Happened[], { from, to }: RevokePair): number {
  return ofBlock.filter(
    ({ change }) => change.type === 'revokePair' && change.from === from && change.to === to,
  ).length;
}

/** Finds the log before which the pair was revoked for the last time. Grants that stand in the end came later. */
function findLatest(
  ofBlock: readonly Happened[],
  { from, to }: RevokePair,
  { changes }: SettledRevocation,
): number {
  const gone = new Set(
    changes.flatMap((change) => (change.type === 'revoke' ? [identify(change.grant)] : [])),
  );
  const granted = new Map<string, number>();
  for (const { change, at } of ofBlock) {
    if (change.type !== 'grant') continue;
    const { delegation } = change;
    if (delegation.registry === 'v1' && delegation.from === from && delegation.to === to)
      granted.set(identify(delegation), at.log);
  }
  return Math.min(...[...granted].flatMap(([grant, log]) => (gone.has(grant) ? [] : [log])));
}
