import type { ExclusiveVaults } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import { address, limit } from '../client/forms.ts';
import type { ListExclusiveVaultsParameters } from '../client/parameters.ts';
import { array, object, orNull, address as readAddress } from '../client/read-json.ts';
import { readUnknownPart } from '../generated/eligibility.ts';
import { readExclusiveVault } from '../generated/exclusive.ts';
import type { Address } from '../hex.ts';
import { askExclusive, assertExclusive } from './exclusive.ts';

const read = object<Omit<ExclusiveVaults, 'block' | 'nextCursor'> & { next: Address | null }>({
  vaults: array(readExclusiveVault),
  next: orNull(readAddress),
  unknown: array(readUnknownPart),
});

/**
 * Lists the vaults whose exclusive wallet is this one, ordered by address, each once.
 *
 * @example
 * import { createClient, listExclusiveVaults } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const wallet = '0x0000000000000000000000000000000000000407';
 * const { vaults, nextCursor } = await listExclusiveVaults(client, { wallet });
 * console.log(vaults.length, nextCursor); // 0 null
 */
export async function listExclusiveVaults(
  client: Client,
  parameters: ListExclusiveVaultsParameters,
): Promise<ExclusiveVaults> {
  const question = {
    path: '/exclusive/vaults',
    required: { wallet: address },
    optional: { limit, cursor: address },
  };
  const { next, ...page } = await askExclusive(client, question, parameters, (value) => {
    const answer = read(value);
    for (const { address: vault, grant } of answer.vaults) assertExclusive(vault, parameters.wallet, grant);
    return answer;
  });
  return { ...page, nextCursor: next };
}
