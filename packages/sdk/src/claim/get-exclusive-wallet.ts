import type { Client } from '../client/create-client.ts';
import { address } from '../client/forms.ts';
import type { GetExclusiveWalletParameters } from '../client/parameters.ts';
import { type ExclusiveWallet, readExclusiveWallet } from '../generated/exclusive.ts';
import { askExclusive, assertExclusive } from './exclusive.ts';

/**
 * Returns the one wallet that acts for a vault: its exclusive delegate, or the vault itself. Only v2 delegations of the whole
 * wallet count whose rights have an expiry: ordinary delegations never do.
 *
 * @example
 * import { createClient, getExclusiveWallet } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const vault = '0x00000000000000000000000000000000000c01d0';
 * const { wallet, grant } = await getExclusiveWallet(client, { vault });
 * console.log(wallet, grant); // 0x00000000000000000000000000000000000c01D0 null
 */
export function getExclusiveWallet(
  client: Client,
  parameters: GetExclusiveWalletParameters,
): Promise<ExclusiveWallet> {
  const question = { path: '/exclusive/wallet', required: { vault: address } };
  return askExclusive(client, question, parameters, (value) => {
    const answer = readExclusiveWallet(value);
    assertExclusive(parameters.vault, answer.wallet, answer.grant);
    return answer;
  });
}
