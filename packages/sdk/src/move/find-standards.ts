import type { Client } from '../client/create-client.ts';
import type { Options } from '../client/parameters.ts';
import { getNames } from '../explore/get-names.ts';
import type { AddressNames } from '../generated/names.ts';
import type { Address } from '../hex.ts';
import type { ChainGrant, FoundStandard, MoveParameters } from './plan-move-to-v2.ts';

/** The most addresses of one request. */
const MAX_QUESTIONS = 25;

const keyOf = (chainId: number, contract: string) => `${chainId} ${contract.toLowerCase()}`;

/**
 * Asks the service for the standards of the contracts whose tokens v1 delegations name. The returned function answers
 * `unknown` for other contracts.
 *
 * @example
 * const standardOf = await findStandards(client, delegations);
 */
export async function findStandards(
  client: Client,
  delegations: readonly ChainGrant[],
  options: Options = {},
): Promise<MoveParameters<ChainGrant>['standardOf']> {
  const questions = new Map<string, { readonly chainId: number; readonly address: Address }>();
  for (const { registry, type, chainId, contract } of delegations) {
    if (registry === 'v1' && type === 'TOKEN' && contract !== null)
      questions.set(keyOf(chainId, contract), { chainId, address: contract });
  }
  const all = [...questions.values()];
  const found = new Map<string, FoundStandard>();
  for (let first = 0; first < all.length; first += MAX_QUESTIONS) {
    const { addresses } = await getNames(client, { ...options, of: all.slice(first, first + MAX_QUESTIONS) });
    for (const names of addresses) found.set(keyOf(names.chainId, names.address), standardFrom(names));
  }
  return (chainId, contract) => found.get(keyOf(chainId, contract)) ?? 'unknown';
}

/** Returns the standard that an answer of `/names` contains. */
function standardFrom({ known, isContract, contract }: AddressNames): FoundStandard {
  if (!known || isContract === null) return 'unknown';
  if (!isContract) return 'noCode';
  const standard = contract?.standard ?? null;
  // The service names no standard for a contract that claims both.
  return standard === 'ERC721' || standard === 'ERC1155' ? standard : 'unclear';
}
