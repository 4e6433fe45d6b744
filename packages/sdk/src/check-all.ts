import type { Answer } from './answers.ts';
import type { Operation } from './ask.ts';
import { askWhether } from './check.ts';
import type { Client } from './create-client.ts';
import type { CheckAllParameters } from './parameters.ts';

const OPERATION: Operation = {
  path: '/registry/v2/check/all',
  required: ['to', 'from'],
  optional: ['rights'],
};

/**
 * May `to` act for all of `from`? True if it may act for the entire wallet.
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
export function checkAll(client: Client, parameters: CheckAllParameters): Promise<Answer<boolean>> {
  return askWhether(client, OPERATION, parameters);
}
