import type { List } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import type { ListDelegationsParameters } from '../client/parameters.ts';
import { type Delegation, readDelegation } from '../generated/registry.ts';
import { askList } from './list.ts';

/**
 * Lists the v2 delegations of a wallet, outgoing first, then incoming. Returns the whole list, or one page if
 * `limit` is set. Anyone can delegate to a wallet without its consent: check `from`, `type` and `rights`.
 *
 * @example
 * import { createClient, listDelegations } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const wallet = '0x00000000000000000000000000000000000c01d0';
 * const { value } = await listDelegations(client, { wallet });
 * const given = value.filter(({ from }) => from.toLowerCase() === wallet);
 * console.log(given[0].type); // ALL
 */
export function listDelegations(
  client: Client,
  parameters: ListDelegationsParameters,
): Promise<List<Delegation>> {
  return askList(client, '/registry/v2/:wallet', parameters, readDelegation, ({ from, to }) => [from, to]);
}
