/** Validates the form for a hot wallet's vaults. */

import { collectProblems, readAddress, readRights, readTokenId } from '../../ui/read/read-field.ts';
import { type CheckSearch, type TextField, textsOf } from '../question/check-search.ts';
import type { Problems } from '../question/read-question.ts';

type Hex = `0x${string}`;

export interface VaultsQuestion {
  readonly to: Hex;
  readonly contract?: Hex;
  readonly tokenId?: bigint;
  readonly rights?: Hex;
  /** Defaults to all supported chains. */
  readonly chainIds?: readonly number[];
}

export type ReadVaults =
  | { readonly question: VaultsQuestion; readonly problems?: never }
  | { readonly question?: never; readonly problems: Problems };

export function readVaults(search: CheckSearch): ReadVaults {
  const texts = textsOf(search);
  const { problems, take, hasProblems } = collectProblems<TextField>();
  const to = take('to', readAddress(texts.to, 'hot wallet'));
  const contract = texts.contract.trim()
    ? take('contract', readAddress(texts.contract, 'contract'))
    : undefined;
  const tokenId = texts.tokenId.trim() ? take('tokenId', readTokenId(texts.tokenId)) : undefined;
  const rights = take('rights', readRights(texts.rights));
  if (texts.tokenId.trim() && !texts.contract.trim()) problems.contract = 'Enter the contract of this token.';
  if (hasProblems() || !to) return { problems };
  return {
    question: {
      to,
      ...(contract && { contract }),
      ...(tokenId !== undefined && { tokenId }),
      ...(rights && { rights }),
      ...(search.chain !== undefined && { chainIds: [search.chain] }),
    },
  };
}
