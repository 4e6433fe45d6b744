import type { Client } from '../client/create-client.ts';
import { address, rights, tokenId } from '../client/forms.ts';
import type { CheckParameters } from '../client/parameters.ts';
import { type Operation, VAULT_NAMES } from './ask.ts';
import { type AnswerOf, askCheck, readBoolean } from './check.ts';

export interface CheckErc721Parameters<Explain extends boolean = boolean, Prove extends boolean = boolean>
  extends CheckParameters<'v2', 'erc721', Explain, Prove> {}

const OPERATION: Operation = {
  path: '/registry/v2/check/erc721',
  required: { to: address, from: address, contract: address, tokenId },
  optional: { rights },
  names: VAULT_NAMES,
};

/**
 * Checks whether `to` may act for `from` on an ERC721 token. A delegation of the token, its contract or the
 * whole wallet satisfies the check.
 *
 * @example
 * import { checkErc721, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value, block } = await checkErc721(client, {
 *   to: '0x0000000000000000000000000000000000000407',
 *   from: '0x00000000000000000000000000000000000c01d0',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 *   tokenId: 7n,
 * });
 * console.log(value, block.chainId); // true 1
 */
export function checkErc721<Explain extends boolean = false, Prove extends boolean = false>(
  client: Client,
  parameters: CheckErc721Parameters<Explain, Prove>,
): Promise<AnswerOf<boolean, Explain, Prove>> {
  return askCheck(client, OPERATION, parameters, readBoolean);
}
