/** `/tokens`: which tokens of a contract may a wallet use, its own and those of vaults that delegated to it? */

import { REGISTRY_IDS } from '@mandate/core';
import { BLOCK_HEADERS } from '../../request/freshness.ts';
import { chainId, closed, tokenId, WHEN } from '../forms/body.ts';
import { address, flag, listOf, oneOf, text } from '../forms/form.ts';
import { json, type Operation } from '../operation.ts';
import { TOKEN_STANDARDS, TOKENS_PAGE, USABLE_TOKENS } from './answer.ts';
import { PAGE_PARAMETERS } from './parameters.ts';
import { MAX_IDS, readGivenIds } from './read-ids.ts';

export const CALLS_A_REQUEST = 150;
const COST = `Every ${CALLS_A_REQUEST} calls of the contract begun count as one request more.`;

export const TOKENS: Operation<typeof PAGE_PARAMETERS> = {
  id: 'listTokens',
  method: 'GET',
  path: '/tokens',
  tag: 'beyond',
  summary: 'Which tokens may this wallet use?',
  description:
    'Lists the ids of a contract that a wallet may use: its own, and those of vaults that delegated to it. The rules are those of /eligibility. ' +
    'Ids come from the grants of single tokens, from ERC721Enumerable, or from `tokensOfOwnerIn` of ERC721A; each is confirmed by `ownerOf` at the ' +
    'block of the delegations. A list of a holder is complete if it has as many ids as `balanceOf` says. Contracts that list no ids, and ERC1155 contracts, ' +
    'are complete only where grants name every id: for others, send ids that you know to POST /tokens. A page has up to 50 holders, and ' +
    `searches the ids of up to 5. All pages are of one block. ${COST}`,
  parameters: PAGE_PARAMETERS,
  weight: 'list',
  heavy: true,
  takesKeys: true,
  answer: {
    description: 'A page',
    content: json(TOKENS_PAGE),
    headers: [...BLOCK_HEADERS, 'Link'],
  },
};

const TOKENS_BODY = closed(
  {
    wallet: address(),
    contract: address(),
    tokenIds: listOf(tokenId, undefined, { minItems: 1, maxItems: MAX_IDS }),
    chainId,
    standard: oneOf(TOKEN_STANDARDS),
    rights: text(undefined, { pattern: '^0x[0-9a-fA-F]{48}(?:[0-9a-fA-F]{16})?$' }),
    exclusive: flag(),
    registries: oneOf([...REGISTRY_IDS, REGISTRY_IDS.join(',')]),
    vault: address(),
    ...WHEN,
  },
  ['wallet', 'contract', 'tokenIds'],
  'TokensQuestion',
);

export const TOKENS_OF_IDS: Operation = {
  id: 'checkTokens',
  method: 'POST',
  path: '/tokens',
  tag: 'beyond',
  summary: 'Which of these tokens may this wallet use?',
  description:
    `Answers for up to ${MAX_IDS} ids that you send, all at one block, by the same rules. It works for every ERC721 and ERC1155 contract. The body takes ` +
    '`tokenIds` and the parameters of GET /tokens but for `cursor`. An id is usable if `tokens` has it, and not usable if neither `tokens` nor ' +
    `\`unknownIds\` has it. ${COST}`,
  parameters: {},
  body: { form: TOKENS_BODY, maxBytes: 2 ** 17, read: readGivenIds },
  weight: 'list',
  heavy: true,
  takesKeys: true,
  countsRest: true,
  answer: {
    description: 'The answer',
    content: json(USABLE_TOKENS),
    headers: [...BLOCK_HEADERS],
  },
};
