/** The events of the feed as text. */
import type { Numbers } from '@mandate/feed';
import { type LogPage, writeChange } from './log-page.ts';
import { movePlace, type Places, writePlaces } from './places.ts';

const RECONNECT_MS = 2_000;
export const RECONNECT = `retry: ${RECONNECT_MS}\n\n`;

export const writeEvent = (cursor: string, change: string) =>
  `event: change\nid: ${cursor}\ndata: ${change}\n\n`;

/** Each with the place after it: a client that is cut off behind any of them goes on there. */
export function writeEvents(
  before: Places,
  { changes, places }: LogPage,
  numbers: Numbers | undefined,
): string {
  let reached = before;
  return changes
    .map((change, index) => {
      const { chainId, number } = change;
      const feed = places.get(chainId)?.feed ?? '';
      reached = index === changes.length - 1 ? places : movePlace(reached, { chainId, feed }, number);
      return writeEvent(writePlaces(reached), writeChange(change, numbers));
    })
    .join('');
}

/** They move no place: the state of a chain is not in its log. */
export const writeStates = (cursor: string, states: readonly string[]) =>
  states.map((state) => `event: chain\nid: ${cursor}\ndata: ${state}\n\n`).join('');

/** Tells a client that was sent no change its place, and the blocks that the ledger has reached. */
export const writeCursorEvent = (
  cursor: string,
  chains: readonly { readonly chainId: number; readonly block: number }[],
) =>
  `event: cursor\nid: ${cursor}\ndata: ${JSON.stringify({ cursor, chains: chains.map(({ chainId, block }) => ({ chainId, block })) })}\n\n`;
