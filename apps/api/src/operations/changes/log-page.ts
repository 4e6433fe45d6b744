/** The next changes after a client's places, of all its chains. */

import { type LogEnds, presentChange } from '@mandate/feed';
import type { ChangeFilter, LogEnd, LoggedChange, LogPart, Reader } from '@mandate/store';
import type { Numbers } from '../../request/parameters.ts';
import type { WireOf } from '../forms/form.ts';
import type { CHANGE } from './answer.ts';
import { movePlace, type Places } from './places.ts';

/** The most changes that are looked at for one page, where a filter lets little pass. */
const MAX_LOOKED_AT = 4_000;

export interface Selection {
  readonly chainIds: readonly number[];
  readonly filter: ChangeFilter;
}

type ChainChange = LoggedChange & { readonly chainId: number };

export interface LogPage {
  readonly changes: readonly ChainChange[];
  /** Those of a client that has these changes. */
  readonly places: Places;
  /** There is something that was not looked at yet. */
  readonly more: boolean;
}

type Behind = LogEnd & { readonly after: number };

/** The chains whose log goes on after the client's place. */
export function listBehind(chainIds: readonly number[], places: Places, ends: LogEnds): Behind[] {
  return chainIds.flatMap((chainId) => {
    const end = ends.get(chainId);
    const after = places.get(chainId)?.number ?? 0;
    return end && end.changes > after ? [{ ...end, after }] : [];
  });
}

export async function readLogPage(
  reader: Pick<Reader, 'listChanges'>,
  selection: Selection & { readonly places: Places; readonly ends: LogEnds; readonly limit: number },
): Promise<LogPage> {
  const { chainIds, filter, places, ends, limit } = selection;
  const behind = listBehind(chainIds, places, ends);
  const isFiltered = Object.values(filter).some(Boolean);
  const parts = share(behind, isFiltered ? Math.max(MAX_LOOKED_AT, limit) : limit);
  const found = parts.length > 0 ? await reader.listChanges({ parts, ...filter, limit }) : [];
  const changes: ChainChange[] = [];
  let reached = places;
  for (const [index, part] of parts.entries()) {
    const some = found[index];
    const room = limit - changes.length;
    // Another log than the one whose end is known, or no room: the place stays where it is.
    if (!some || room === 0) continue;
    const taken = some.slice(0, room);
    changes.push(...taken.map((change) => ({ ...change, chainId: part.chainId })));
    const isAll = some.length < limit && some.length <= room;
    reached = movePlace(reached, part, isAll ? part.until : (taken.at(-1)?.number ?? part.until));
  }
  return { changes, places: reached, more: listBehind(chainIds, reached, ends).length > 0 };
}

/** Every chain gets its share, so that a long log does not keep the others waiting; what one leaves, others get. */
function share(behind: readonly Behind[], total: number): LogPart[] {
  let left = total;
  return behind
    .toSorted((a, b) => a.changes - a.after - (b.changes - b.after))
    .flatMap(({ chainId, feed, after, changes }, index) => {
      const most = Math.min(changes - after, Math.floor(left / (behind.length - index)));
      left -= most;
      return most > 0 ? [{ chainId, feed, after, until: after + most }] : [];
    });
}

export function writeChange({ chainId, ...change }: ChainChange, numbers: Numbers | undefined): string {
  const presented: WireOf<typeof CHANGE> = presentChange(chainId, change, numbers);
  return JSON.stringify(presented);
}

/** Streams that are woken by the same change share a statement: a part of a log never changes, whoever asked first. */
export function shareReads(listChanges: Reader['listChanges']): Reader['listChanges'] {
  const reading = new Map<string, ReturnType<Reader['listChanges']>>();
  return (request) => {
    const key = JSON.stringify(request);
    const same = reading.get(key);
    if (same) return same;
    const own = listChanges(request).finally(() => reading.delete(key));
    reading.set(key, own);
    return own;
  };
}
