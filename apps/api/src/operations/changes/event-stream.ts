/** Changes as Server-Sent Events, for as long as the client stays. */
import { type LogEnd, type Reader, UnavailableError } from '@mandate/store';
import type { Numbers } from '../../request/parameters.ts';
import type { DoubtWatch } from './doubt-watch.ts';
import type { LogEndWatch } from './log-ends.ts';
import { type LogPage, listBehind, presentChange, readLogPage, type Selection } from './log-page.ts';
import { findLost, movePlace, type Places, writePlaces } from './places.ts';
import { createTelling } from './telling.ts';

/** Connections on which nothing moves are cut off, here after 30 seconds and by many a proxy after 60. */
const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 2_000;
/** A database that did not answer is asked again after this time. */
const ASK_AGAIN_MS = 1_000;
/** Read, and held for a client that does not take them, at once. */
const EVENTS_AT_ONCE = 20;

export interface EventStream extends Selection {
  readonly places: Places;
  readonly numbers?: Numbers | undefined;
  readonly signal: AbortSignal;
}

/**
 * Ends on the signal, and when its log was replaced: a client that reconnects is then told so. Begins with every chain in
 * doubt, then the cursor: who has read that knows all doubts.
 */
export async function* writeEvents(
  reader: Pick<Reader, 'listChanges'>,
  { ends, doubts }: { readonly ends: LogEndWatch; readonly doubts: DoubtWatch },
  stream: EventStream,
): AsyncGenerator<Buffer> {
  const { chainIds, signal } = stream;
  const telling = createTelling(chainIds, doubts);
  let { places } = stream;
  let [said, saidAt] = [places, Date.now()];
  let reading: Promise<LogPage | null> | null = null;
  let moved = Promise.withResolvers<null>();
  let idle = new AbortController();
  const wake = () => {
    moved.resolve(null);
    idle.abort();
  };
  const unsubscribe = doubts.subscribe(wake);
  signal.addEventListener('abort', wake, { once: true });
  try {
    let head = `retry: ${RECONNECT_MS}\n\n`;
    for (let states = tell(); states; states = tell(), head = '') yield Buffer.from(head + states);
    yield Buffer.from(head + presentPlaces(places, listReached()));
    while (!signal.aborted && findLost(places, ends.last()) === null) {
      const text = await goOn();
      if (text === null) continue;
      yield text;
      [said, saidAt] = [places, Date.now()];
    }
  } finally {
    unsubscribe();
  }

  function tell(): string {
    return presentStates(places, telling.take(places, EVENTS_AT_ONCE));
  }

  /** A client that asks for answers not before these blocks misses nothing that the stream began after. */
  function listReached(): readonly LogEnd[] {
    return [...ends.last().values()].filter(({ chainId }) => chainIds.includes(chainId));
  }

  /** The next bytes to send. Nothing else is kept for a client that does not read. */
  async function goOn(): Promise<Buffer | null> {
    moved = Promise.withResolvers();
    const states = tell();
    if (states) return Buffer.from(states);
    const before = places;
    reading ??= readOn().finally(() => {
      reading = null;
    });
    // A database that hangs does not keep doubts back.
    const page = await Promise.race([reading, moved.promise]);
    if (page) places = page.places;
    if (page && page.changes.length > 0) return Buffer.from(presentEvents(before, page, stream.numbers));
    if (Date.now() - saidAt < HEARTBEAT_MS) return null;
    // A client whose filter let nothing pass gets its new place, so that the same log is not read again.
    return Buffer.from(places === said ? ':\n\n' : presentPlaces(places, listReached()));
  }

  /** `null` if nothing is there yet, and it was waited for. */
  async function readOn(): Promise<LogPage | null> {
    try {
      if (telling.isOver()) {
        await telling.noteEnds(ends.look);
        return null;
      }
      const known = ends.last();
      if (listBehind(chainIds, places, known).length === 0) {
        idle = new AbortController();
        await ends.wait(chainIds, Math.max(0, saidAt + HEARTBEAT_MS - Date.now()), idle.signal);
        return null;
      }
      const page = await readLogPage(reader, { ...stream, places, ends: known, limit: EVENTS_AT_ONCE });
      // The log is not the one that was known.
      if (page.places === places) await ends.look();
      return page;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await ends.wait([], ASK_AGAIN_MS, signal);
      return null;
    }
  }
}

/** They move no place: the state of a chain is not in its log. */
function presentStates(places: Places, states: readonly string[]): string {
  return states.map((state) => `event: chain\nid: ${writePlaces(places)}\ndata: ${state}\n\n`).join('');
}

/** Each with the place after it: a client that is cut off behind any of them goes on there. */
function presentEvents(before: Places, { changes, places }: LogPage, numbers: Numbers | undefined): string {
  let reached = before;
  return changes
    .map((change, index) => {
      const { chainId, number } = change;
      const feed = places.get(chainId)?.feed ?? '';
      reached = index === changes.length - 1 ? places : movePlace(reached, { chainId, feed }, number);
      return `event: change\nid: ${writePlaces(reached)}\ndata: ${presentChange(change, numbers)}\n\n`;
    })
    .join('');
}

/** Tells a client that was sent no change its place, and the blocks that the ledger has reached. */
function presentPlaces(places: Places, reached: readonly LogEnd[]): string {
  const cursor = writePlaces(places);
  const chains = reached.map(({ chainId, block }) => ({ chainId, block }));
  return `event: cursor\nid: ${cursor}\ndata: ${JSON.stringify({ cursor, chains })}\n\n`;
}
