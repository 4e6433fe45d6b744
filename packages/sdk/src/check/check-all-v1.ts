import type { Client } from '../client/create-client.ts';
import { address } from '../client/forms.ts';
import type { CheckParameters } from '../client/parameters.ts';
import { type Operation, VAULT_NAMES } from './ask.ts';
import { type AnswerOf, askCheck, readBoolean } from './check.ts';

export interface CheckAllV1Parameters<Explain extends boolean = boolean, Prove extends boolean = boolean>
  extends CheckParameters<'v1', 'all', Explain, Prove> {}

const OPERATION: Operation = {
  path: '/registry/v1/check/all',
  required: { to: address, from: address },
  names: VAULT_NAMES,
};

/**
 * Checks in the v1 registry whether `to` may act for all of `from`.
 *
 * @example
 * import { checkAllV1, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value, block } = await checkAllV1(client, {
 *   to: '0x000000000000000000000000000000000000a9e2',
 *   from: '0x00000000000000000000000000000000000c01d0',
 * });
 * console.log(value, block.chainId); // true 1
 */
export function checkAllV1<Explain extends boolean = false, Prove extends boolean = false>(
  client: Client,
  parameters: CheckAllV1Parameters<Explain, Prove>,
): Promise<AnswerOf<boolean, Explain, Prove>> {
  return askCheck(client, OPERATION, parameters, readBoolean);
}
