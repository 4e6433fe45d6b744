import type { Eligibility } from '../answers.ts';
import { MAINNET } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import { address } from '../client/forms.ts';
import type { GetEligibilityParameters } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { TOKEN_TYPES } from '../registries.ts';
import { commonOf, formsOf, verdictOf } from './eligibility.ts';

/**
 * Tells whether a wallet may claim: whether it holds at least `min` tokens of the contract, itself or through vaults that
 * delegated to it. Balances and delegations are read at the same block. **`eligible` can be null, which is not a no**:
 * then `unknown` says what could not be read, and what to do. Without `exclusive`, several wallets may claim with the
 * tokens of one vault, so record claims per vault or token.
 *
 * @example
 * import { createClient, getEligibility } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { eligible, balance } = await getEligibility(client, {
 *   wallet: '0x0000000000000000000000000000000000000407',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 * });
 * console.log(eligible, balance); // true 1n
 */
export async function getEligibility(
  client: Client,
  parameters: GetEligibilityParameters,
): Promise<Eligibility> {
  const { signal, ...asked } = parameters;
  const { chainId = MAINNET, wallet, exclusive } = asked;
  const given = { ...asked, chainId };
  assertParameters(given, { wallet: address, contract: address }, { ...formsOf(exclusive), vault: address });
  const reply = await client.send(`/eligibility?${writeQuery(given)}`, signal);
  const readVerdict = verdictOf(wallet, asked);
  const readCommon = commonOf(chainId, asked, TOKEN_TYPES);
  return readJson(reply, (value) => ({ ...readVerdict(value), ...readCommon(value) }));
}
