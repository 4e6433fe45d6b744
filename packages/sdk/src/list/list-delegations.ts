import type { List } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import type { ListDelegationsParameters } from '../client/parameters.ts';
import type { Read } from '../client/read-json.ts';
import {
  type Delegation,
  type ExactDelegation,
  readDelegation,
  readExactDelegation,
} from '../generated/registry.ts';
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
export function listDelegations<Types extends 'scope' | 'exact' = 'scope'>(
  client: Client,
  parameters: ListDelegationsParameters<Types>,
): Promise<List<DelegationOf<Types>>> {
  const read: Read<DelegationOf<'scope' | 'exact'>> =
    parameters.types === 'exact' ? readExactDelegation : readDelegation;
  const listed = askList(client, '/registry/v2/:wallet', parameters, read, ({ from, to }) => [from, to]);
  return listed as Promise<List<DelegationOf<Types>>>;
}

type DelegationOf<Types> = Types extends 'exact' ? ExactDelegation : Delegation;
