import type { Client } from '../client/create-client.ts';
import type { Form } from '../client/forms.ts';
import type { Options } from '../client/parameters.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { readStatusHistory, type StatusHistory } from '../generated/status.ts';

const hoursForm: Form = [(value) => [24, 168, 720].includes(value as number), 'must be 24, 168 or 720.'];

export interface GetStatusHistoryParameters extends Options {
  /** How many hours the history goes back. Default: 24. */
  readonly hours?: 24 | 168 | 720 | undefined;
}

/**
 * Returns how far each chain was behind in the last hours, and its incidents.
 *
 * @example
 * import { createClient } from '@mandate/sdk';
 * import { getStatusHistory } from '@mandate/sdk/explore';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { incidents } = await getStatusHistory(client, { hours: 24 });
 * console.log(incidents.length); // 0
 */
export async function getStatusHistory(
  client: Client,
  { hours, signal }: GetStatusHistoryParameters = {},
): Promise<StatusHistory> {
  assertParameters({ hours }, {}, { hours: hoursForm });
  const query = hours === undefined ? '' : `?hours=${hours}`;
  return readJson(await client.send(`/status/history${query}`, signal), readStatusHistory);
}
