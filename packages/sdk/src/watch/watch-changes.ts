import type { WatchedChange } from '../answers.ts';
import type { ReachedBlock } from '../block.ts';
import type { Client } from '../client/create-client.ts';
import { MandateError } from '../client/errors.ts';
import { readLines } from '../client/lines.ts';
import type { OfChanges } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { readJson } from '../client/reply.ts';
import { backOff, isPassing, wait } from '../client/send.ts';
import { assertParameters } from '../client/validate.ts';
import { type ChainDoubt, type Change, readChainDoubt } from '../generated/changes.ts';
import { changeOf, reached, cursor as readCursor, WATCHED } from './change.ts';
import { readEvents } from './events.ts';
import type { WatchChangesParameters } from './watch-parameters.ts';

/** The service sends at least a heartbeat every 15 seconds. */
const SILENCE_MS = 45_000;

/**
 * Yields every change exactly once and in order. Reconnects where the connection broke, until you stop, your
 * signal aborts, or the service rejects the cursor. Keep `cursor` to continue later.
 *
 * @example
 * import { createClient, watchChanges } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * for await (const { change } of watchChanges(client, { cursor: 'start', chainIds: [1] })) {
 *   console.log(change.change, change.registry, change.type); // granted v2 ALL
 *   break;
 * }
 */
export async function* watchChanges(
  client: Client,
  { signal, onUnknown = () => {}, onConnect = () => {}, ...parameters }: WatchChangesParameters = {},
): AsyncGenerator<WatchedChange, never> {
  assertParameters(parameters, {}, WATCHED);
  let { cursor } = parameters;
  let hasBegun = false;
  for (let attempt = 0; ; attempt++) {
    let end = new MandateError({ code: 'network_error', detail: 'The service ended the stream.' });
    try {
      for await (const place of readPlaces(
        client,
        { ...parameters, cursor, signal },
        { onUnknown, onConnect },
      )) {
        hasBegun = true;
        attempt = 0;
        cursor = place.cursor;
        if (place.change) yield { change: place.change, cursor };
      }
    } catch (error) {
      // A service that never answered may not exist; one that answered before is worth waiting for.
      if (!isPassing(error) || !hasBegun) throw error;
      end = error;
    }
    onUnknown(null);
    await wait(backOff(end, attempt), signal);
  }
}

interface Told {
  onUnknown(unknown: readonly ChainDoubt[]): void;
  onConnect(reached: readonly ReachedBlock[]): void;
}

/** Reads one connection: yields its first cursor, then each change with the cursor after it. */
async function* readPlaces(
  client: Client,
  { signal, ...parameters }: OfChanges,
  { onUnknown, onConnect }: Told,
): AsyncGenerator<{ readonly cursor: string; readonly change?: Change }, void> {
  const read = changeOf(parameters);
  const reply = await client.open(`/changes?${writeQuery(parameters)}`, 'text/event-stream', signal);
  let unknown: readonly ChainDoubt[] = [];
  let hasBegun = false;
  for await (const { type, id, data } of readEvents(readLines(client, reply, SILENCE_MS, signal))) {
    const cursor = readJson({ ...reply, body: JSON.stringify(id) }, readCursor);
    const isState = type === 'chain';
    if (isState) {
      const state = readJson({ ...reply, body: data }, readChainDoubt);
      unknown = withState(unknown, state);
    }
    // A stream begins with all that is in doubt.
    if (isState === hasBegun) onUnknown(unknown);
    if (!isState && !hasBegun) {
      hasBegun = true;
      onConnect(readJson({ ...reply, body: data }, reached));
    }
    if (type === 'change') yield { cursor, change: readJson({ ...reply, body: data }, read) };
    else yield { cursor };
  }
}

function withState(unknown: readonly ChainDoubt[], state: ChainDoubt): readonly ChainDoubt[] {
  const others = unknown.filter(({ chainId, vault }) => chainId !== state.chainId || vault !== state.vault);
  return state.known ? others : [...others, state];
}
