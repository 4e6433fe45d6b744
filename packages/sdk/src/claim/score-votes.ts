import type { Block } from '../block.ts';
import { MAINNET, readBlock } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import * as forms from '../client/forms.ts';
import type { ScoreVotesParameters } from '../client/parameters.ts';
import { readJson, unexpectedAnswer } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { readScores, type VoterScore } from '../generated/votes.ts';
import { isSame } from '../hex.ts';
import { formsOf } from './eligibility.ts';

const MAX_ADDRESSES = 5_000;

/**
 * Counts the votes of up to 5,000 addresses with the tokens of one contract, all at one block. Each token, or unit of it, has
 * exactly one voter: its holder, or the delegate whose delegation comes first. Throws if any part is unknown.
 *
 * @example
 * import { createClient, scoreVotes } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const { score } = await scoreVotes(client, {
 *   addresses: ['0x0000000000000000000000000000000000000407', '0x00000000000000000000000000000000000c01d0'],
 *   contract: '0xC011eC7100000000000000000000000000000001',
 *   standard: 'ERC721',
 * });
 * console.log(score.map(({ score }) => score)); // [ 1n, 0n ]
 */
export async function scoreVotes(
  client: Client,
  { signal, chainId = MAINNET, addresses, atBlock, ...options }: ScoreVotesParameters,
): Promise<{ readonly score: readonly VoterScore[]; readonly block: Block }> {
  const { tokenId, registries } = options;
  assertParameters(
    { ...options, addresses, atBlock, chainId },
    { addresses: forms.addresses(MAX_ADDRESSES), contract: forms.address, standard: forms.standard },
    { ...formsOf(false), override: forms.flag },
  );
  const body = JSON.stringify({
    options: { ...options, tokenId: tokenId?.toString(), registries: registries?.join() },
    network: `${chainId}`,
    snapshot: atBlock ?? 'latest',
    addresses,
  });
  const reply = await client.send('/votes/score', signal, body);
  const { score } = readJson(reply, readScores);
  // A list that is off by one would give the votes of another address.
  if (!addresses.every((each, i) => isSame(score[i]?.address ?? '', each)))
    throw unexpectedAnswer(reply, 'for other wallets');
  return { score, block: readBlock(reply, chainId, { atBlock }) };
}
