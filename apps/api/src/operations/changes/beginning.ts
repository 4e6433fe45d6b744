/** Finds the place where a feed begins: after a cursor, or with the first change of a time or a block. */
import type { FoundStart, Reader } from '@mandate/store';
import { z } from 'zod';
import { ProblemError } from '../../http/problems.ts';
import { assertNotAhead, isoOf } from '../../request/at-block.ts';
import { time } from '../../request/parameters.ts';
import { refuseOne } from '../../request/read-parameters.ts';
import { PLACES_PATTERN, type Places, parsePlaces } from './places.ts';

/** A time in seconds since 1970, of all chains; or a block of one chain. */
export type BeginningMoment =
  | { readonly time: number }
  | { readonly chainId: number; readonly block: number };
export type Beginning = { readonly places: Places } | BeginningMoment;

const PLACES = new RegExp(`^${PLACES_PATTERN}$`);
const TIME = 'time:';
const BLOCK = /^block:(\d{1,15}):(\d{1,15})$/;
export const CURSOR_PATTERN = `^(?:${PLACES_PATTERN}|${TIME}[0-9TZ:.+-]{1,40}|${BLOCK.source.slice(1, -1)})$`;

export const cursorSchema = z.string().transform((text, context): Beginning => {
  if (PLACES.test(text)) return { places: parsePlaces(text) };
  const [, chainId, block] = BLOCK.exec(text) ?? [];
  if (chainId !== undefined) return { chainId: Number(chainId), block: Number(block) };
  const parsed = text.startsWith(TIME) ? time.safeParse(text.slice(TIME.length)) : null;
  if (parsed?.success) return { time: parsed.data };
  const message =
    'must be the cursor of an earlier page or event, "start", a time, e.g. time:2026-01-31T12:00:00Z or time:1769860800, or a block ' +
    'of a chain, e.g. block:1:20000000.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

interface Named {
  readonly chainId: number;
  readonly name: string;
}

/**
 * Finds the place of a moment in the logs of chains. A chain that the ledger does not have is missing for a time: all of its log is
 * still to come. Throws if a log does not lead back to the moment, or the moment is still to come.
 */
export async function findPlaces(
  reader: Pick<Reader, 'findStarts'>,
  chains: readonly Named[],
  moment: BeginningMoment,
  parameter: string,
): Promise<readonly FoundStart[]> {
  if ('time' in moment) assertNotAhead(parameter, moment.time);
  const asked = chains.filter(({ chainId }) => !('chainId' in moment) || chainId === moment.chainId);
  const starts = await reader.findStarts(
    asked.map(({ chainId }) => chainId),
    moment,
  );
  for (const chain of asked) assertKnown(chain, starts.get(chain.chainId), moment, parameter);
  return [...starts.values()];
}

function assertKnown(
  { name }: Named,
  start: FoundStart | undefined,
  moment: BeginningMoment,
  parameter: string,
): void {
  if ('time' in moment) {
    const { firstTime = null } = start ?? {};
    if (firstTime === null || moment.time >= firstTime) return;
    const message = `is before ${isoOf(firstTime)}, the first time from which on the changes of ${name} are known: send a later one.`;
    throw refuseOne(parameter, message);
  }
  if (!start) throw new ProblemError('chain_not_ready', `${name} has not been read yet.`);
  const { firstBlock, reached } = start;
  if (firstBlock !== null && moment.block < firstBlock) {
    const message = `is before block ${firstBlock}, the first from which on the changes of ${name} are known: send a later one.`;
    throw refuseOne(parameter, message);
  }
  // A client that has the state of a block asks for the next one.
  if (moment.block > reached + 1) {
    const detail = `${name} has been read up to block ${reached}, so its changes from block ${moment.block} on are still to come. Try again later.`;
    throw new ProblemError('block_not_reached', detail);
  }
}
