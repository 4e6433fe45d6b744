import type { DelegationV1, List } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import type { ListDelegationsParameters } from '../client/parameters.ts';
import { address, object, type Read } from '../client/read-json.ts';
import { assertScope, contractOrNull, uint256OrNull } from '../scope.ts';
import { askList, type } from './list.ts';

const readFields = object<DelegationV1>({
  type,
  delegate: address,
  vault: address,
  contract: contractOrNull,
  tokenId: uint256OrNull,
});

const readDelegation: Read<DelegationV1> = (value) => {
  const delegation = readFields(value);
  assertScope(delegation, delegation.tokenId !== null);
  return delegation;
};

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
  parameters: ListDelegationsParameters,
): Promise<List<DelegationV1>> {
  return askList(client, '/registry/v1/:wallet', parameters, readDelegation, ({ vault, delegate }) => [
    vault,
    delegate,
  ]);
}
