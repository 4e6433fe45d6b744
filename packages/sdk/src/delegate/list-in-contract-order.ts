import type { Client } from '../client/create-client.ts';
import { object, type Read, whole } from '../client/read-json.ts';
import type { Delegation } from '../generated/registry.ts';
import { readDelegation } from '../generated/registry.ts';
import type { Address } from '../hex.ts';
import { askList } from '../list/list.ts';

/** A delegation, and the place where it was granted for the first time ever. */
interface Placed {
  readonly delegation: Delegation;
  readonly firstGrant: { readonly block: number; readonly log: number };
}

const readPlace = object<Pick<Placed, 'firstGrant'>>({
  firstGrant: object<Placed['firstGrant']>({ block: whole, log: whole }),
});
const readPlaced: Read<Placed> = (value) => ({ delegation: readDelegation(value), ...readPlace(value) });

/**
 * Lists the v2 delegations of a wallet in the order of the contract's own lists. The contract appends a delegation at
 * its first grant and never moves it; the service orders by the grant that stands, so its answer is sorted here.
 */
export async function listInContractOrder(
  client: Client,
  wallet: Address,
  chainId: number,
): Promise<Delegation[]> {
  const parameters = { wallet, chainId, firstGrant: true };
  const { value } = await askList(
    client,
    '/registry/v2/:wallet',
    parameters,
    readPlaced,
    ({ delegation: { from, to } }) => [from, to],
  );
  return value
    .sort(({ firstGrant: a }, { firstGrant: b }) => a.block - b.block || a.log - b.log)
    .map(({ delegation }) => delegation);
}
