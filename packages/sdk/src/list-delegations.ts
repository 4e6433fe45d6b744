import type { Delegation, List } from './answers.ts';
import type { Client } from './create-client.ts';
import { askList, assertScope, scope } from './list.ts';
import type { ListDelegationsParameters } from './parameters.ts';
import { address, bytes32, object, oneOf, orNull, type Read, uint256 } from './read-json.ts';

const readFields = object<Delegation>({
  type: scope.type,
  from: address,
  to: address,
  contract: scope.contract,
  tokenId: scope.tokenId,
  rights: bytes32,
  tokenType: orNull(oneOf(['ERC721', 'ERC20', 'ERC1155'])),
  amount: orNull(uint256),
});

const readDelegation: Read<Delegation> = (value) => {
  const delegation = readFields(value);
  const { tokenType, tokenId, amount } = delegation;
  assertScope(delegation, tokenType !== null);
  const hasId = tokenType === 'ERC721' || tokenType === 'ERC1155';
  const hasAmount = tokenType === 'ERC20' || tokenType === 'ERC1155';
  if (hasId !== (tokenId !== null) || hasAmount !== (amount !== null)) {
    throw new TypeError(`a delegation of ${tokenType ?? 'no token'} with fields of another`);
  }
  return delegation;
};

/**
 * The v2 delegations that stand, from the wallet and to it: outgoing first, then incoming. The whole list, or a page
 * of it with `limit`. Anyone can delegate to a wallet without asking it: look at `from`, `type` and `rights`.
 *
 * @example
 * import { createClient, listDelegations } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const wallet = '0x00000000000000000000000000000000000c01d0';
 * const { value } = await listDelegations(client, { wallet });
 * const given = value.filter(({ from }) => from.toLowerCase() === wallet);
 * console.log(given.length, given[0].type); // 5 ALL
 */
export function listDelegations(
  client: Client,
  parameters: ListDelegationsParameters,
): Promise<List<Delegation>> {
  return askList(client, '/registry/v2/:wallet', parameters, readDelegation, ({ from, to }) => [from, to]);
}
