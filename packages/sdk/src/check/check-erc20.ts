import type { Client } from '../client/create-client.ts';
import { address, rights } from '../client/forms.ts';
import type { CheckParameters } from '../client/parameters.ts';
import { type Operation, VAULT_NAMES } from './ask.ts';
import { type AnswerOf, askCheck, readBalance } from './check.ts';

export interface CheckErc20Parameters<Explain extends boolean = boolean, Prove extends boolean = boolean>
  extends CheckParameters<'v2', 'erc20', Explain, Prove> {}

const OPERATION: Operation = {
  path: '/registry/v2/check/erc20',
  required: { to: address, from: address, contract: address },
  optional: { rights },
  names: VAULT_NAMES,
};

/**
 * Returns the amount of an ERC20 token that `to` may act for, in the token's smallest unit: the largest that
 * any delegation allows. It is 2^256-1 when the contract or the whole wallet is delegated, and `0n` when
 * nothing is.
 *
 * @example
 * import { checkErc20, createClient, rightsFromText } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value, block } = await checkErc20(client, {
 *   to: '0x0000000000000000000000000000000000000407',
 *   from: '0x00000000000000000000000000000000000c01d0',
 *   contract: '0xc014000000000000000000000000000000000003',
 *   rights: rightsFromText('claim'),
 * });
 * console.log(value, block.chainId); // 2500n 1
 */
export function checkErc20<Explain extends boolean = false, Prove extends boolean = false>(
  client: Client,
  parameters: CheckErc20Parameters<Explain, Prove>,
): Promise<AnswerOf<bigint, Explain, Prove>> {
  return askCheck(client, OPERATION, parameters, readBalance);
}
