import type { Client } from '../client/create-client.ts';
import { address, rights } from '../client/forms.ts';
import type { CheckParameters } from '../client/parameters.ts';
import type { Operation } from './ask.ts';
import { type AnswerOf, askCheck, readBoolean } from './check.ts';

export interface CheckAllParameters<Explain extends boolean = boolean, Prove extends boolean = boolean>
  extends CheckParameters<'v2', 'all', Explain, Prove> {}

const OPERATION: Operation = {
  path: '/registry/v2/check/all',
  required: { to: address, from: address },
  optional: { rights },
};

/**
 * Checks whether `to` may act for all of `from`.
 *
 * @example
 * import { checkAll, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value, block } = await checkAll(client, {
 *   to: '0x000000000000000000000000000000000000a9e2',
 *   from: '0x00000000000000000000000000000000000c01d0',
 * });
 * console.log(value, block.chainId); // true 1
 */
export function checkAll<Explain extends boolean = false, Prove extends boolean = false>(
  client: Client,
  parameters: CheckAllParameters<Explain, Prove>,
): Promise<AnswerOf<boolean, Explain, Prove>> {
  return askCheck(client, OPERATION, parameters, readBoolean);
}
