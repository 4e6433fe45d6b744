/** Writes what a live stream sends next: one chunk for all streams without a filter that have come as far. */
import type { LiveChange, LiveLog, Numbers } from '@mandate/feed';
import { type ChangeFilter, passes } from '@mandate/store';

/** Written at once, and held for a client that does not take it. What comes then waits in the log. */
export const MAX_HELD_BYTES = 16_384;
/** For streams at as many places. */
const MAX_KEPT = 32;

export interface Written {
  readonly bytes: Buffer;
  /** The place after it. */
  readonly cursor: string;
}

interface Chunk extends Written {
  /** The change that follows, if there is one. */
  readonly next: LiveChange | null;
}

type Write = (change: LiveChange, numbers: Numbers) => Written;

export function createTake(chainIds: readonly number[], live: LiveLog, write: Write) {
  /** By the changes that they begin with. */
  const kept: Record<Numbers, Map<LiveChange, Chunk>> = { number: new Map(), string: new Map() };
  let newest: LiveChange | null = null;

  function writeChunk(first: LiveChange, filter: ChangeFilter, numbers: Numbers): Chunk | null {
    const events: Buffer[] = [];
    let [size, cursor] = [0, ''];
    let next: LiveChange | null = null;
    for (const change of live.since(first) ?? []) {
      if (!chainIds.includes(change.chainId) || !passes(filter, change.change)) continue;
      if (size >= MAX_HELD_BYTES) {
        next = change;
        break;
      }
      const written = write(change, numbers);
      events.push(written.bytes);
      size += written.bytes.length;
      ({ cursor } = written);
    }
    const [only] = events;
    return only ? { bytes: events.length > 1 ? Buffer.concat(events, size) : only, cursor, next } : null;
  }

  /** Copies for each stream would be garbage, and everybody waits while it is collected. */
  function share(first: LiveChange, numbers: Numbers): Chunk | null {
    const chunks = kept[numbers];
    if (newest !== live.newest()) for (const each of Object.values(kept)) each.clear();
    newest = live.newest();
    const chunk = chunks.get(first) ?? writeChunk(first, {}, numbers);
    if (chunk && chunks.size < MAX_KEPT) chunks.set(first, chunk);
    return chunk;
  }

  /** Returns the next events, from a change that passes the filter. `null` if it is not at hand any more. */
  return (first: LiveChange, filter: ChangeFilter, numbers: Numbers = 'number'): Chunk | null => {
    const hasFilter = Object.values(filter).some((list) => list !== undefined);
    return hasFilter ? writeChunk(first, filter, numbers) : share(first, numbers);
  };
}
