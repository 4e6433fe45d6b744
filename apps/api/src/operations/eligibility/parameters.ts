/** The parameters of questions about eligibility, and the question that they make. */
import {
  FULL_RIGHTS,
  GLOBAL_IDENTIFIER,
  parseRights,
  parseRightsIdentifier,
  REGISTRY_IDS,
  STANDARDS,
} from '@mandate/core';
import { z } from 'zod';
import type { EligibilityQuestion } from '../../answers/eligibility/eligibility.ts';
import type { ParameterError } from '../../http/problems.ts';
import {
  chainId,
  claimant,
  contract,
  explainIdentifier,
  flag,
  inQuery,
  NOT_STRICT_IF_EXCLUSIVE,
  numbers,
  registries,
  rightsOfEither,
  tokenId,
  uint256,
  vault,
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
  standard: inQuery('standard', z.enum(STANDARDS, { error: 'must be "ERC721", "ERC1155" or "ERC20".' }), {
    description:
      'The standard of the contract. Without it, the contract is asked by ERC-165, which ERC20 contracts do not have.',
    form: { type: 'string', enum: STANDARDS },
  }),
  rights: rightsOfEither,
  registries,
  exclusive: flag(
    'exclusive',
    'With `true`, a vault counts for one wallet only: its exclusive delegate, by the rule of the exclusive delegate resolver. An ERC721 token counts ' +
      'for its exclusive owner, other tokens for the exclusive wallet of the vault, and a vault that has one no longer counts for itself. ' +
      'Ordinary delegations, without an expiry in their rights, never count then. v2 only.',
  ),
  ...WHEN,
  numbers,
};

export const ELIGIBILITY_PARAMETERS = {
  wallet: claimant,
  ...ASSET_PARAMETERS,
  vault: about(optional(vault), 'Counts the tokens of this vault only, without those of the wallet itself.'),
};

export type AssetValues = ValuesOf<typeof ASSET_PARAMETERS>;
type EligibilityValues = ValuesOf<typeof ELIGIBILITY_PARAMETERS>;

/** Lists parameters that contradict each other. */
export function findContradictions(values: Partial<EligibilityValues>): ParameterError[] {
  const { standard, tokenId, wallet, vault } = values;
  const errors = findExclusiveContradictions(values);
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
  if (vault !== undefined && vault === wallet)
    errors.push({
      parameter: 'vault',
      message: 'is the wallet itself, whose own tokens count without a delegation: leave it out.',
    });
  return errors;
}

const IDENTIFIER_LENGTH = '0x'.length + 48;

function findExclusiveContradictions({
  exclusive,
  rights,
  registries,
  consistency,
}: Partial<EligibilityValues>): ParameterError[] {
  const errors: ParameterError[] = [];
  const isIdentifier = rights?.length === IDENTIFIER_LENGTH;
  if (!exclusive) {
    const message = 'is 24 bytes, which is only for `exclusive=true`. Send 32 bytes: 0x and 64 hex digits.';
    return isIdentifier ? [{ parameter: 'rights', message }] : [];
  }
  if (rights && !isIdentifier) errors.push({ parameter: 'rights', message: explainIdentifier(rights) });
  if (registries && !registries.includes('v2'))
    errors.push({ parameter: 'registries', message: 'must have v2: v1 has no exclusive delegates.' });
  if (consistency === 'strict') errors.push({ parameter: 'consistency', message: NOT_STRICT_IF_EXCLUSIVE });
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
    rights: rights && !exclusive ? parseRights(rights) : FULL_RIGHTS,
    exclusive: exclusive ? (rights ? parseRightsIdentifier(rights) : GLOBAL_IDENTIFIER) : null,
    registries: exclusive ? ['v2'] : (registries ?? REGISTRY_IDS),
    vault,
    when,
  };
}
