import type { Client } from '../client/create-client.ts';
import { limit } from '../client/forms.ts';
import type { ListChangesParameters } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { array, flag, object } from '../client/read-json.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { type Changes, readChainDoubt } from '../generated/changes.ts';
import { changeOf, cursor, WATCHED } from './change.ts';

/**
 * Returns a page of changes: from the first ever (`cursor: 'start'`), or after a cursor. Without a cursor the
 * page is empty and its `cursor` marks the present. Apply each change, and revert each one marked `undone`:
 * the result equals the service's data.
 *
 * @example
 * import { createClient, listChanges } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { changes, more } = await listChanges(client, { cursor: 'start', chainIds: [1], limit: 2 });
 * console.log(changes.length, changes[0].change, more); // 2 granted true
 */
export async function listChanges(
  client: Client,
  { signal, ...parameters }: ListChangesParameters = {},
): Promise<Changes> {
  assertParameters(parameters, {}, { ...WATCHED, limit });
  const reply = await client.send(`/changes?${writeQuery(parameters)}`, signal);
  const changes = array(changeOf(parameters));
  return readJson(reply, object<Changes>({ changes, cursor, more: flag, unknown: array(readChainDoubt) }));
}
