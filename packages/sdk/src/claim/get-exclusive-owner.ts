import type { Client } from '../client/create-client.ts';
import { address, tokenId } from '../client/forms.ts';
import type { GetExclusiveOwnerParameters } from '../client/parameters.ts';
import { type ExclusiveOwner, readExclusiveOwner } from '../generated/exclusive.ts';
import { askExclusive, assertExclusive } from './exclusive.ts';

/**
 * Returns the one wallet that acts for an ERC721 token: the exclusive delegate of its owner, or the owner itself. `wallet`
 * is null if the token has no owner, or if `unknown` says why the owner could not be read.
 *
 * @example
 * import { createClient, getExclusiveOwner } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const token = { contract: '0xC011eC7100000000000000000000000000000001', tokenId: 7n };
 * const { wallet, grant } = await getExclusiveOwner(client, token);
 * console.log(wallet, grant); // 0x00000000000000000000000000000000000c01D0 null
 */
export function getExclusiveOwner(
  client: Client,
  parameters: GetExclusiveOwnerParameters,
): Promise<ExclusiveOwner> {
  const question = { path: '/exclusive/owner', required: { contract: address, tokenId } };
  return askExclusive(client, question, parameters, (value) => {
    const answer = readExclusiveOwner(value);
    const { wallet, owner, grant, unknown } = answer;
    if (owner !== null && wallet !== null && unknown.length === 0) assertExclusive(owner, wallet, grant);
    else if (owner !== wallet || grant !== null) throw new TypeError('an owner that is known in part');
    return answer;
  });
}
