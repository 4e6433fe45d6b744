/** Changes as Server-Sent Events, for as long as the client stays. */
import { type Reader, UnavailableError } from '@mandate/store';
import type { Numbers } from '../../request/parameters.ts';
import type { LogEndWatch } from './log-ends.ts';
import { type LogPage, listBehind, presentChange, readLogPage, type Selection } from './log-page.ts';
import { findLost, movePlace, type Places, writePlaces } from './places.ts';

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

/** Ends on the signal, and when its log was replaced: a client that reconnects is then told so. */
export async function* writeEvents(
  reader: Pick<Reader, 'listChanges'>,
  ends: LogEndWatch,
  stream: EventStream,
): AsyncGenerator<Buffer> {
  const { chainIds, signal } = stream;
  let { places } = stream;
  let [said, saidAt] = [places, Date.now()];
  yield Buffer.from(`retry: ${RECONNECT_MS}\n\n${presentPlaces(places)}`);
  while (!signal.aborted && findLost(places, ends.last()) === null) {
    const text = await goOn();
    if (text === null) continue;
    yield text;
    [said, saidAt] = [places, Date.now()];
  }

  /** The next bytes to send. Nothing else is kept for a client that does not read. */
  async function goOn(): Promise<Buffer | null> {
    const before = places;
    const page = await readOn();
    if (page) places = page.places;
    if (page && page.changes.length > 0) return Buffer.from(presentEvents(before, page, stream.numbers));
    if (Date.now() - saidAt < HEARTBEAT_MS) return null;
    // A client whose filter let nothing pass gets its new place, so that the same log is not read again.
    return Buffer.from(places === said ? ':\n\n' : presentPlaces(places));
  }

  /** Null: nothing is there yet, and it was waited for. */
  async function readOn(): Promise<LogPage | null> {
    const known = ends.last();
    if (listBehind(chainIds, places, known).length === 0) {
      await ends.wait(chainIds, Math.max(0, saidAt + HEARTBEAT_MS - Date.now()), signal);
      return null;
    }
    try {
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

/** Tells a client that was sent no change its place. */
function presentPlaces(places: Places): string {
  const cursor = writePlaces(places);
  return `event: cursor\nid: ${cursor}\ndata: {"cursor":"${cursor}"}\n\n`;
}
