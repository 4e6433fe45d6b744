import type { Client } from '../client/create-client.ts';
import { address, rights } from '../client/forms.ts';
import type { CheckParameters } from '../client/parameters.ts';
import type { Operation } from './ask.ts';
import { type AnswerOf, askCheck, readBoolean } from './check.ts';

export interface CheckContractParameters<Explain extends boolean = boolean, Prove extends boolean = boolean>
  extends CheckParameters<'v2', 'contract', Explain, Prove> {}

const OPERATION: Operation = {
  path: '/registry/v2/check/contract',
  required: { to: address, from: address, contract: address },
  optional: { rights },
};

/**
 * Checks whether `to` may act for `from` on a contract. A delegation of the contract or of the whole wallet
 * satisfies the check.
 *
 * @example
 * import { checkContract, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value, block } = await checkContract(client, {
 *   to: '0x00000000000000000000000000000000009a11e2',
 *   from: '0x00000000000000000000000000000000000c01d0',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 * });
 * console.log(value, block.chainId); // true 1
 */
export function checkContract<Explain extends boolean = false, Prove extends boolean = false>(
  client: Client,
  parameters: CheckContractParameters<Explain, Prove>,
): Promise<AnswerOf<boolean, Explain, Prove>> {
  return askCheck(client, OPERATION, parameters, readBoolean);
}
