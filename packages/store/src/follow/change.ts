/** Lists the changes of a commit in their order: grants, changed amounts and revocations. */
import { type Delegation, findAmount, identify } from '@mandate/core';
import type { Begun, Ended, LogPosition, Position } from '../database/lifetime.ts';

/** Stored as the numbers 1, 2 and 3. */
export const CHANGE_TYPES = ['granted', 'amountChanged', 'revoked'] as const;

export interface Change {
  readonly type: (typeof CHANGE_TYPES)[number];
  /** A reorg undid this change. */
  readonly undone: boolean;
  /** The delegation after the change. For a revocation: before it. */
  readonly delegation: Delegation;
  /** For a changed amount: the amount before. Else null. */
  readonly amountBefore: bigint | null;
  readonly at: Position;
  /** The place where the ended row had begun. `null` if the change ended no row, or an older indexer logged it. */
  readonly began: LogPosition | null;
  /** The time of the block. `null` if the ledger did not record times yet. */
  readonly timestamp: number | null;
}

/** The beginning or the end of a ledger row. */
interface Effect {
  readonly ends: boolean;
  readonly delegation: Delegation;
  readonly at: Position;
  /** For an end: where the row began. */
  readonly since?: LogPosition | undefined;
}

/** Converts the rows of a batch into changes, in the order in which they happened. */
export function changesOf(
  { begun, ended }: { begun: readonly Begun[]; ended: readonly Ended[] },
  timestamps: ReadonlyMap<number, number>,
): Change[] {
  return readEffects(
    [
      ...ended.map(({ delegation, since, until }) => ({ ends: true, delegation, at: until, since })),
      ...begun.flatMap(({ delegation, since, until }) => [
        { ends: false, delegation, at: since },
        ...(until ? [{ ends: true, delegation, at: until, since }] : []),
      ]),
    ],
    timestamps,
  );
}

/** A row that ends where the next row of its grant begins is a change of the amount. */
export function readEffects(effects: readonly Effect[], timestamps: ReadonlyMap<number, number>): Change[] {
  const placeKey = ({ at }: Effect) => `${at.block}:${at.log}`;
  const ends = new Set(effects.filter(({ ends }) => ends));
  const endsAt = Map.groupBy(ends, placeKey);
  const changes: { readonly change: Change; readonly place: LogPosition }[] = [];
  for (const effect of effects) {
    if (effect.ends) continue;
    const before = endsAt
      .get(placeKey(effect))
      ?.find(({ delegation }) => identify(delegation) === identify(effect.delegation));
    if (before) ends.delete(before);
    changes.push(toChange(effect, before ? 'amountChanged' : 'granted', before));
  }
  for (const effect of ends) changes.push(toChange(effect, 'revoked', effect));
  return changes
    .toSorted(
      ({ change: a, place: p }, { change: b, place: q }) =>
        p.block - q.block || p.log - q.log || CHANGE_TYPES.indexOf(b.type) - CHANGE_TYPES.indexOf(a.type),
    )
    .map(({ change }) => change);

  /** `ended` is the row's end that is part of the change. */
  function toChange(effect: Effect, type: Change['type'], ended?: Effect) {
    const { delegation, at } = effect;
    const amountBefore = type === 'amountChanged' && ended ? findAmount(ended.delegation) : null;
    const began = ended?.since ?? null;
    const timestamp = timestamps.get(at.block) ?? null;
    return {
      change: { type, undone: false, delegation, amountBefore, at, began, timestamp },
      place: placeOf(effect),
    };
  }
}

/**
 * Moves an end behind its beginning. An inferred end has the position of the block's last unidentified revocation,
 * and the grant may have come after that.
 */
function placeOf({ at, since }: Effect): LogPosition {
  return since?.block === at.block ? { block: at.block, log: Math.max(at.log, since.log + 0.5) } : at;
}
