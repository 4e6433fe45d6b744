import type { Client } from '../client/create-client.ts';
import { address, rights, tokenId } from '../client/forms.ts';
import type { CheckParameters } from '../client/parameters.ts';
import { type Operation, VAULT_NAMES } from './ask.ts';
import { type AnswerOf, askCheck, readBalance } from './check.ts';

export interface CheckErc1155Parameters<Explain extends boolean = boolean, Prove extends boolean = boolean>
  extends CheckParameters<'v2', 'erc1155', Explain, Prove> {}

const OPERATION: Operation = {
  path: '/registry/v2/check/erc1155',
  required: { to: address, from: address, contract: address, tokenId },
  optional: { rights },
  names: VAULT_NAMES,
};

/**
 * Returns the amount of an ERC1155 token that `to` may act for: the largest that any delegation allows. It is
 * 2^256-1 when the contract or the whole wallet is delegated, and `0n` when nothing is.
 *
 * @example
 * import { checkErc1155, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value, block } = await checkErc1155(client, {
 *   to: '0x0000000000000000000000000000000000000407',
 *   from: '0x00000000000000000000000000000000000c01d0',
 *   contract: '0x9a3e000000000000000000000000000000000002',
 *   tokenId: 12n,
 * });
 * console.log(value, block.chainId); // 3n 1
 */
export function checkErc1155<Explain extends boolean = false, Prove extends boolean = false>(
  client: Client,
  parameters: CheckErc1155Parameters<Explain, Prove>,
): Promise<AnswerOf<bigint, Explain, Prove>> {
  return askCheck(client, OPERATION, parameters, readBalance);
}
