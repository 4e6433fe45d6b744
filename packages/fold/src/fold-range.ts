/** Folds the logs of a range of blocks on top of the rows that stood before it. */
import { type Address, type Grant, ZERO_ADDRESS } from '@mandate/core';
import type { Source } from '@mandate/nodes';
import type { LiveRow } from '@mandate/store';
import { countReads, type Event, type FoldedRows, fold, touchedBy } from './fold.ts';
import type { Registries } from './read-standing.ts';
import { createSettle } from './settle-revocations.ts';

/** A range that would read the state of more grants is made smaller. */
const MAX_READS = 20_000;

/** Lists which of these grants stood at the end of a block, and all v1 grants of these wallets at that block. */
export type ListStood = (
  at: number,
  grants: readonly Grant[],
  v1Grantors: readonly Address[],
) => Promise<LiveRow[]>;

interface RangeOfEvents {
  readonly first: number;
  readonly last: number;
  readonly events: readonly Event[];
}

/** Returns the rows that begin and end in a range. `null` if too much state would have to be read at once. */
export type FoldRange = (range: RangeOfEvents) => Promise<FoldedRows | null>;

/** `source` has the state that settles v1's unidentified revocations. */
export function createFoldRange(source: Source, { v1 }: Registries, listStood: ListStood): FoldRange {
  const settle = createSettle(source, v1 ?? ZERO_ADDRESS);
  return async ({ first, last, events }) => {
    const { grants, v1Grantors } = touchedBy(events);
    const live = events.length > 0 ? await listStood(first - 1, grants, v1Grantors) : [];
    if (last > first && countReads(events, live) > MAX_READS) return null;
    const { rows } = await fold(events, live, { settle, unsettled: new Map(), settleAt: null });
    return rows;
  };
}
