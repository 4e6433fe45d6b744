/** The code that both functions about the tokens of a wallet share. */
import type { UsableTokens } from '../answers.ts';
import * as forms from '../client/forms.ts';
import type { CheckTokensParameters } from '../client/parameters.ts';
import type { Read } from '../client/read-json.ts';
import { readKnownTokens, type UsableToken } from '../generated/tokens.ts';
import { claimFormsOf, commonOf, isOfWallet } from './eligibility.ts';

type TokensQuestion = Omit<CheckTokensParameters, 'tokenIds' | 'signal'>;

const STANDARDS = ['ERC721', 'ERC1155'] as const;
const standard: forms.Form = [
  (value) => STANDARDS.includes(value as never),
  'must be ERC721 or ERC1155: other tokens have no ids. Leave it out to let the service find it.',
];

export const tokenFormsOf = (exclusive: boolean | undefined): forms.Forms => ({
  ...claimFormsOf(exclusive),
  standard,
  vault: forms.address,
});

/** Requires that each token is of the wallet, or of a vault that delegates it, and is listed once. */
export function tokensOf(chainId: number, asked: TokensQuestion): Read<UsableTokens> {
  const readCommon = commonOf(chainId, asked, STANDARDS);
  return (value) => {
    const known = readKnownTokens(value);
    const { tokens, complete, unknownIds, unknown } = known;
    if (complete !== (unknown.length === 0)) throw new TypeError(`${unknown.length} parts are unknown`);
    if (complete && unknownIds.length > 0) throw new TypeError(`${unknownIds.length} ids are unknown`);
    const named = new Set(tokens.map(({ tokenId, holder }) => `${tokenId} ${holder.toLowerCase()}`));
    const other = tokens.find((token) => !isUsable(token, asked));
    if (named.size < tokens.length || other) throw new TypeError('tokens that were not asked for, or twice');
    return { ...known, ...readCommon(value) };
  };
}

function isUsable({ tokenId, holder, grants }: UsableToken, asked: TokensQuestion): boolean {
  return (
    isOfWallet({ address: holder, grants }, asked.wallet, asked) &&
    grants.every((grant) => grant.tokenId === null || grant.tokenId === tokenId)
  );
}
