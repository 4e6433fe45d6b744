/** The tokens that a wallet may use. */
import { NAMED_BLOCK } from '../forms/blocks.ts';
import { address, fields, flag, listOf, oneOf, orNull, said, text, uint256 } from '../forms/form.ts';
import { COUNTED_GRANT, unknownParts } from '../forms/tokens.ts';

export const TOKEN_STANDARDS = ['ERC721', 'ERC1155'] as const;

const USABLE_TOKEN = fields(
  {
    tokenId: uint256(),
    holder: address('The wallet itself, or the vault that has the token'),
    amount: orNull(
      uint256(),
      'How many the wallet may use, if the contract is an ERC1155. `null` if it is an ERC721',
    ),
    grants: listOf(COUNTED_GRANT, 'The grants that let the wallet use it. None for its own'),
  },
  { component: 'UsableToken', about: 'A token that a wallet may use' },
);

const PART = fields(
  {
    tokens: listOf(
      USABLE_TOKEN,
      'Sorted by holder, the oldest grant first, then by id. Those of an ERC1155 are sorted by id',
    ),
    complete: flag(
      'Nothing is missing. **If it is false, a token that is not listed may be usable**: `unknown` says why',
    ),
    unknownIds: listOf(uint256(), 'The ids that may be usable or not: `unknown` says why'),
    unknown: unknownParts,
  },
  { type: 'KnownTokens', about: 'The tokens that a wallet may use, as far as they are known' },
);

export const USABLE_TOKENS = fields(
  {
    ...PART.fields,
    standard: orNull(oneOf(TOKEN_STANDARDS), '`null` if it was not sent and no node could tell'),
    block: said(NAMED_BLOCK, 'The block that the answer is true for'),
  },
  { component: 'UsableTokens', base: PART, isByHand: true },
);

export const TOKENS_PAGE = fields(
  {
    ...USABLE_TOKENS.fields,
    next: orNull(text(), 'The `cursor` of the next page. Null on the last page'),
  },
  { component: 'TokensPage', base: PART, isByHand: true },
);
