import type { List } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import type { ListDelegationsParameters } from '../client/parameters.ts';
import { type DelegationV1, readDelegationV1 } from '../generated/registry.ts';
import { askList } from './list.ts';

/**
 * Lists the v1 delegations of a wallet, outgoing first, then incoming. Returns the whole list, or one page if
 * `limit` is set.
 *
 * @example
 * import { createClient, listDelegationsV1 } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const wallet = '0x00000000000000000000000000000000000c01d0';
 * const { value, nextCursor } = await listDelegationsV1(client, { wallet, limit: 2 });
 * console.log(value.length, nextCursor !== null); // 2 true
 */
export function listDelegationsV1(
  client: Client,
  parameters: ListDelegationsParameters<'scope' | 'exact'>,
): Promise<List<DelegationV1>> {
  return askList(client, '/registry/v1/:wallet', parameters, readDelegationV1, ({ vault, delegate }) => [
    vault,
    delegate,
  ]);
}
