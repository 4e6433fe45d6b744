import type { Delegation, List } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import type { ListDelegationsParameters } from '../client/parameters.ts';
import { address, bytes32, object, type Read } from '../client/read-json.ts';
import { assertScopeV2, contractOrNull, tokenTypeOrNull, uint256OrNull } from '../scope.ts';
import { askList, type } from './list.ts';

const readFields = object<Delegation>({
  type,
  from: address,
  to: address,
  contract: contractOrNull,
  tokenId: uint256OrNull,
  rights: bytes32,
  tokenType: tokenTypeOrNull,
  amount: uint256OrNull,
});

/** Reads a record of the v2 list. */
export const readDelegation: Read<Delegation> = (value) => {
  const delegation = readFields(value);
  assertScopeV2(delegation);
  return delegation;
};

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
