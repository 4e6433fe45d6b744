import type { UsableTokens } from '../answers.ts';
import { MAINNET } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import { address, type Form, tokenId } from '../client/forms.ts';
import type { CheckTokensParameters } from '../client/parameters.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { writeClaim } from './eligibility.ts';
import { tokenFormsOf, tokensOf } from './tokens.ts';

const MAX_IDS = 1_000;
const [isTokenId] = tokenId;
const tokenIds: Form = [
  (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_IDS && value.every(isTokenId),
  `must be 1 to ${MAX_IDS} bigints, e.g. [7n].`,
];

/**
 * Tells which of up to 1,000 tokens a wallet may use, all at one block. A token is usable if `tokens` has it, and not usable if
 * neither `tokens` nor `unknownIds` has it. **An id in `unknownIds` is not a no.**
 *
 * @example
 * import { checkTokens, createClient } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { tokens, unknownIds } = await checkTokens(client, {
 *   wallet: '0x0000000000000000000000000000000000000407',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 *   tokenIds: [7n, 8n],
 * });
 * console.log(tokens.map(({ tokenId }) => tokenId), unknownIds); // [ 7n ] []
 */
export async function checkTokens(client: Client, parameters: CheckTokensParameters): Promise<UsableTokens> {
  const { signal, ...asked } = parameters;
  const { chainId = MAINNET, exclusive } = asked;
  const given = { ...asked, chainId };
  const required = { wallet: address, contract: address, tokenIds };
  assertParameters(given, required, tokenFormsOf(exclusive));
  const reply = await client.send('/tokens', signal, writeClaim(given));
  const read = tokensOf(chainId, asked);
  const ids = new Set(asked.tokenIds);
  return readJson(reply, (value) => {
    const answer = read(value);
    const named = [...answer.tokens.map((token) => token.tokenId), ...answer.unknownIds];
    if (!named.every((id) => ids.has(id))) throw new TypeError('ids that were not asked about');
    return answer;
  });
}
