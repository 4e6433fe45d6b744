/** Places in the logs of several chains, as a text that a client sends back: `1-2047-9f86d081.8453-311-60303ae2`. */
import type { LogEnds } from '@mandate/feed';
import type { FoundStart, LogEnd } from '@mandate/store';
import { refuseOne } from '../../request/read-parameters.ts';

/** The last change of a chain's log that a client has, and which log it is. */
export interface FeedPlace {
  readonly number: number;
  /** The first digits of the log's identity. */
  readonly feed: string;
}

/** By chain. Of a chain that is missing, the client has nothing yet: it gets all of its log. */
export type Places = ReadonlyMap<number, FeedPlace>;

/** The cursor of a client that has nothing. */
const START = 'start';
const FEED_DIGITS = 8;
const PLACE = '\\d{1,15}-[1-9]\\d{0,14}-[0-9a-f]{8}';
/** Digits, `-` and `.` only: no URL has to escape them, and no place is so long that forty do not fit into one. */
export const PLACES_PATTERN = `(?:${START}|${PLACE}(?:\\.${PLACE}){0,99})`;

/** The text is of the pattern. */
export function parsePlaces(text: string): Places {
  if (text === START) return new Map();
  return new Map(
    text.split('.').map((place) => {
      const [chainId, number, feed = ''] = place.split('-');
      return [Number(chainId), { number: Number(number), feed }];
    }),
  );
}

export function writePlaces(places: Places): string {
  const texts = [...places].map(([chainId, { number, feed }]) => `${chainId}-${number}-${feed}`);
  return texts.length === 0 ? START : texts.join('.');
}

/** The same places, but for one chain. */
export function movePlace(
  places: Places,
  { chainId, feed }: Pick<LogEnd, 'chainId' | 'feed'>,
  number: number,
): Places {
  return new Map([...places, [chainId, { number, feed: feed.slice(0, FEED_DIGITS) }]]);
}

/** Returns places in logs, without those in which nothing was read. */
export function placesIn(logs: readonly (Pick<LogEnd, 'chainId' | 'feed'> & { number: number })[]): Places {
  return new Map(
    logs.flatMap(({ chainId, feed, number }) =>
      number > 0 ? [[chainId, { number, feed: feed.slice(0, FEED_DIGITS) }]] : [],
    ),
  );
}

export function placesAtEnd(chainIds: readonly number[], ends: LogEnds): Places {
  const found = chainIds.flatMap((chainId) => ends.get(chainId) ?? []);
  return placesIn(found.map(({ chainId, feed, changes: number }) => ({ chainId, feed, number })));
}

/** A server that is read from next may not have a place yet that another one had. */
export const capPlace = (start: FoundStart, ends: LogEnds): FoundStart => ({
  ...start,
  number: Math.min(start.number, ends.get(start.chainId)?.changes ?? start.number),
});

/**
 * The places of these chains. Refused are those in a log that is no more, or that lie behind its end: the client
 * has changes that never happened in this ledger.
 */
export function keepPlaces(
  places: Places,
  chainIds: readonly number[],
  ends: LogEnds,
  parameter: string,
): Places {
  const kept = new Map([...places].filter(([chainId]) => chainIds.includes(chainId)));
  const lost = findLost(kept, ends);
  if (lost === null) return kept;
  const message = `belongs to an earlier ledger of chain ${lost}: discard everything received so far, and start again with "cursor=${START}".`;
  throw refuseOne(parameter, message, 'cursor_expired');
}

/** A chain whose log does not have the place, if there is one. */
export function findLost(places: Places, ends: LogEnds): number | null {
  for (const [chainId, { number, feed }] of places) {
    const end = ends.get(chainId);
    if (!end?.feed.startsWith(feed) || number > end.changes) return chainId;
  }
  return null;
}
