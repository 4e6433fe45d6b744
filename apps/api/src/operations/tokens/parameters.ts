/** The parameters of questions about the tokens of a wallet, and the question that they make. */
import { z } from 'zod';
import type { TokensQuestion } from '../../answers/tokens/tokens-page.ts';
import { identifyMoment } from '../../request/at-block.ts';
import { CLAIM_PARAMETERS, claimOf, vault } from '../../request/claim-parameters.ts';
import { chainId, claimant, contract, cursor, inQuery, numbers, WHEN } from '../../request/parameters.ts';
import { about, type ValuesOf } from '../../request/read-parameters.ts';
import { TOKEN_STANDARDS } from './answer.ts';

export const TOKENS_PARAMETERS = {
  wallet: about(claimant, 'The wallet that wants to use the tokens.'),
  contract,
  chainId,
  standard: inQuery(
    'standard',
    z.enum(TOKEN_STANDARDS, { error: 'must be "ERC721" or "ERC1155": other tokens have no ids.' }),
    {
      description: 'The standard of the contract. Without it, the contract is asked by ERC-165.',
      form: { type: 'string', enum: TOKEN_STANDARDS },
    },
  ),
  ...CLAIM_PARAMETERS,
  vault,
  ...WHEN,
  numbers,
};

export const PAGE_PARAMETERS = {
  ...TOKENS_PARAMETERS,
  cursor: about(cursor, 'Continues after a page: send its `next`, and the other parameters as before.'),
};

export type TokensValues = ValuesOf<typeof TOKENS_PARAMETERS>;

export function questionOf(
  { wallet, contract, standard, rights, registries, exclusive, vault, ...values }: TokensValues,
  { tokenIds, start }: Pick<TokensQuestion, 'tokenIds' | 'start'>,
): TokensQuestion {
  const { blockTag, atBlock, atTime, minBlock, consistency } = values;
  return {
    wallet,
    contract,
    standard: standard ?? null,
    ...claimOf({ rights, registries, exclusive }),
    vault: vault ?? null,
    when: { blockTag, atBlock, atTime, minBlock, consistency },
    tokenIds,
    start,
  };
}

/** Lists what all pages of a list have to repeat. */
export function identify(chainId: number, question: TokensQuestion): readonly unknown[] {
  const { wallet, contract, standard, rights, exclusive, registries, vault, when } = question;
  return [chainId, wallet, contract, standard, rights, exclusive, registries, vault, identifyMoment(when)];
}
