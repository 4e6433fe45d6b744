/** The parameters that decide whose tokens count for a wallet, and what they mean together. */
import {
  FULL_RIGHTS,
  GLOBAL_IDENTIFIER,
  parseRights,
  parseRightsIdentifier,
  REGISTRY_IDS,
  STANDARDS,
} from '@mandate/core';
import { z } from 'zod';
import type { ParameterError } from '../http/problems.ts';
import {
  vault as anyVault,
  explainIdentifier,
  flag,
  inQuery,
  NOT_STRICT_IF_EXCLUSIVE,
  registries,
  rightsOfEither,
  type When,
} from './parameters.ts';
import { about, optional, type ValuesOf } from './read-parameters.ts';

export const CLAIM_PARAMETERS = {
  rights: rightsOfEither,
  registries,
  exclusive: flag(
    'exclusive',
    'With `true`, a vault counts for one wallet only: its exclusive delegate, by the rule of the exclusive delegate resolver. An ERC721 token counts ' +
      'for its exclusive owner, other tokens for the exclusive wallet of the vault, and a vault that has one no longer counts for itself. ' +
      'Ordinary delegations, without an expiry in their rights, never count then. v2 only.',
  ),
};

export const standard = inQuery(
  'standard',
  z.enum(STANDARDS, { error: 'must be "ERC721", "ERC1155" or "ERC20".' }),
  {
    description:
      'The standard of the contract. Without it, the contract is asked by ERC-165, which ERC20 contracts do not have.',
    form: { type: 'string', enum: STANDARDS },
  },
);

export const vault = about(
  optional(anyVault),
  'Counts the tokens of this vault only, without those of the wallet itself.',
);

type ClaimValues = ValuesOf<typeof CLAIM_PARAMETERS>;
type Parties = Readonly<Partial<Record<'wallet' | 'vault', string | undefined>>>;

const IDENTIFIER_LENGTH = '0x'.length + 48;

/** Lists parameters that contradict each other. */
export function findClaimContradictions({
  exclusive,
  rights,
  registries,
  consistency,
  wallet,
  vault,
}: ClaimValues & Pick<When, 'consistency'> & Parties): ParameterError[] {
  const errors: ParameterError[] = [];
  const isIdentifier = rights?.length === IDENTIFIER_LENGTH;
  if (vault !== undefined && vault === wallet)
    errors.push({
      parameter: 'vault',
      message: 'is the wallet itself, whose own tokens count without a delegation: leave it out.',
    });
  if (!exclusive) {
    const message = 'is 24 bytes, which is only for `exclusive=true`. Send 32 bytes: 0x and 64 hex digits.';
    return isIdentifier ? [...errors, { parameter: 'rights', message }] : errors;
  }
  if (rights && !isIdentifier) errors.push({ parameter: 'rights', message: explainIdentifier(rights) });
  if (registries && !registries.includes('v2'))
    errors.push({ parameter: 'registries', message: 'must have v2: v1 has no exclusive delegates.' });
  if (consistency === 'strict') errors.push({ parameter: 'consistency', message: NOT_STRICT_IF_EXCLUSIVE });
  return errors;
}

/** Returns which grants count: any with the rights, or exclusive ones only. */
export function claimOf({ rights, exclusive, registries }: ClaimValues) {
  return exclusive
    ? {
        rights: FULL_RIGHTS,
        exclusive: rights ? parseRightsIdentifier(rights) : GLOBAL_IDENTIFIER,
        registries: ['v2'] as const,
      }
    : {
        rights: rights ? parseRights(rights) : FULL_RIGHTS,
        exclusive: null,
        registries: registries ?? REGISTRY_IDS,
      };
}
