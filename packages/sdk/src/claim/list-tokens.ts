import type { TokensPage } from '../answers.ts';
import { MAINNET } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import { address, cursor } from '../client/forms.ts';
import type { ListTokensParameters } from '../client/parameters.ts';
import { writeQuery } from '../client/query.ts';
import { object, orNull, text } from '../client/read-json.ts';
import { readJson } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { tokenFormsOf, tokensOf } from './tokens.ts';

const readNext = object<{ next: string | null }>({ next: orNull(text) });

/**
 * Lists the tokens of a contract that a wallet may use: its own, and those of vaults that delegated to it. Pass `nextCursor` as
 * `cursor` until it is null: all pages are of one block. **If `complete` is false, a token that is not listed may be usable**:
 * `unknown` says why. `checkTokens` answers for ids that you know.
 *
 * @example
 * import { createClient, listTokens } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { tokens, complete } = await listTokens(client, {
 *   wallet: '0x0000000000000000000000000000000000000407',
 *   contract: '0xC011eC7100000000000000000000000000000001',
 * });
 * console.log(tokens.map(({ tokenId }) => tokenId), complete); // [ 7n ] true
 */
export async function listTokens(client: Client, parameters: ListTokensParameters): Promise<TokensPage> {
  const { signal, ...asked } = parameters;
  const { chainId = MAINNET, exclusive } = asked;
  const given = { ...asked, chainId };
  assertParameters(given, { wallet: address, contract: address }, { ...tokenFormsOf(exclusive), cursor });
  const reply = await client.send(`/tokens?${writeQuery(given)}`, signal);
  const read = tokensOf(chainId, asked);
  return readJson(reply, (value) => ({ ...read(value), nextCursor: readNext(value).next }));
}
