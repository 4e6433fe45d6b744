/** The parameters of questions about eligibility, and the question that they make. */
import type { EligibilityQuestion } from '../../answers/eligibility/eligibility.ts';
import type { ParameterError } from '../../http/problems.ts';
import {
  CLAIM_PARAMETERS,
  claimOf,
  findClaimContradictions,
  standard,
  vault,
} from '../../request/claim-parameters.ts';
import {
  chainId,
  claimant,
  contract,
  inQuery,
  numbers,
  tokenId,
  uint256,
  WHEN,
} from '../../request/parameters.ts';
import { about, optional, type ValuesOf } from '../../request/read-parameters.ts';

export const ASSET_PARAMETERS = {
  contract,
  chainId,
  tokenId: about(
    optional(tokenId),
    'A token of that contract. An ERC1155 contract needs it, and an ERC20 contract has none.',
  ),
  min: inQuery(
    'min',
    uint256.refine((value) => value > 0n, 'must be at least 1.'),
    {
      description: 'The number of tokens that is needed, in the smallest unit of the contract.',
      form: { type: 'string', pattern: '^(?:\\d{1,78}|0[xX][0-9a-fA-F]{1,64})$', default: '1' },
    },
  ),
  standard,
  ...CLAIM_PARAMETERS,
  ...WHEN,
  numbers,
};

export const ELIGIBILITY_PARAMETERS = {
  wallet: claimant,
  ...ASSET_PARAMETERS,
  vault,
};

export type AssetValues = ValuesOf<typeof ASSET_PARAMETERS>;
type EligibilityValues = ValuesOf<typeof ELIGIBILITY_PARAMETERS>;

/** Lists parameters that contradict each other. */
export function findContradictions(values: Partial<EligibilityValues>): ParameterError[] {
  const { standard, tokenId } = values;
  const errors = findClaimContradictions(values);
  if (standard === 'ERC1155' && tokenId === undefined)
    errors.push({
      parameter: 'tokenId',
      message: 'is missing: balances of an ERC1155 contract are of single ids.',
    });
  if (standard === 'ERC20' && tokenId !== undefined)
    errors.push({
      parameter: 'tokenId',
      message: 'is for ERC721 and ERC1155: an ERC20 contract has no ids. Leave it out.',
    });
  return errors;
}

export function questionOf(
  {
    chainId: _,
    numbers: __,
    contract,
    tokenId,
    min,
    standard,
    rights,
    registries,
    exclusive,
    ...when
  }: AssetValues,
  { wallets, vault }: Pick<EligibilityQuestion, 'wallets' | 'vault'>,
): EligibilityQuestion {
  return {
    wallets,
    contract,
    tokenId: tokenId ?? null,
    min: min ?? 1n,
    standard: standard ?? null,
    ...claimOf({ rights, registries, exclusive }),
    vault,
    when,
  };
}
