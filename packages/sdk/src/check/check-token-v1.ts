import type { Client } from '../client/create-client.ts';
import { address, tokenId } from '../client/forms.ts';
import type { CheckParameters } from '../client/parameters.ts';
import { type Operation, VAULT_NAMES } from './ask.ts';
import { type AnswerOf, askCheck, readBoolean } from './check.ts';

export interface CheckTokenV1Parameters<Explain extends boolean = boolean, Prove extends boolean = boolean>
  extends CheckParameters<'v1', 'token', Explain, Prove> {}

const OPERATION: Operation = {
  path: '/registry/v1/check/token',
  required: { to: address, from: address, contract: address, tokenId },
  names: VAULT_NAMES,
};

/**
 * Checks in the v1 registry whether `to` may act for `from` on a token. A delegation of the token, its
 * contract or the whole vault satisfies the check.
 *
 * @example
 * import { checkTokenV1, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { value, block } = await checkTokenV1(client, {
 *   to: '0x0000000000000000000000000000000000000407',
 *   from: '0x00000000000000000000000000000000000c01d0',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 *   tokenId: 7n,
 * });
 * console.log(value, block.chainId); // true 1
 */
export function checkTokenV1<Explain extends boolean = false, Prove extends boolean = false>(
  client: Client,
  parameters: CheckTokenV1Parameters<Explain, Prove>,
): Promise<AnswerOf<boolean, Explain, Prove>> {
  return askCheck(client, OPERATION, parameters, readBoolean);
}
