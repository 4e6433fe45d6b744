import type { Client } from '../client/create-client.ts';
import type { Form } from '../client/forms.ts';
import type { Options } from '../client/parameters.ts';
import { array, object, oneOf, orNull, text, whole } from '../client/read-json.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import type { Incident, LagSample, StatusHistory } from './answers.ts';

const hoursForm: Form = [(value) => [24, 168, 720].includes(value as number), 'must be 24, 168 or 720.'];

const readHistory = object<StatusHistory>({
  spanSeconds: whole,
  chains: array(
    object<StatusHistory['chains'][number]>({
      chainId: whole,
      name: text,
      lag: array(
        object<LagSample>({
          from: whole,
          lagSeconds: orNull(whole),
          state: orNull(oneOf(['ready', 'indexing', 'lagging', 'silent', 'tainted'])),
        }),
      ),
    }),
  ),
  incidents: array(
    object<Incident>({
      chainId: whole,
      kind: oneOf(['silent', 'lagging', 'tainted']),
      from: whole,
      to: orNull(whole),
      worstLagSeconds: orNull(whole),
    }),
  ),
});

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
  return readJson(await client.send(`/status/history${query}`, signal), readHistory);
}
