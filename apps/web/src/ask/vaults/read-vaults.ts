/** Validates the form for a hot wallet's vaults. */

import { readAddress, readRights, readTokenId } from '../../ui/read/read-field.ts';
import { type CheckSearch, textsOf } from '../question/check-search.ts';
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
  const to = readAddress(texts.to, 'hot wallet');
  const contract = texts.contract.trim() ? readAddress(texts.contract, 'contract') : null;
  const tokenId = texts.tokenId.trim() ? readTokenId(texts.tokenId) : null;
  const rights = readRights(texts.rights);
  const problems: Problems = {
    ...('problem' in to && { to: to.problem }),
    ...(contract && 'problem' in contract && { contract: contract.problem }),
    ...(tokenId && 'problem' in tokenId && { tokenId: tokenId.problem }),
    ...(tokenId && !contract && { contract: 'Enter the contract of this token.' }),
    ...('problem' in rights && { rights: rights.problem }),
  };
  if (Object.keys(problems).length > 0 || 'problem' in to) return { problems };
  return {
    question: {
      to: to.value,
      ...(contract && 'value' in contract && { contract: contract.value }),
      ...(tokenId && 'value' in tokenId && { tokenId: tokenId.value }),
      ...('value' in rights && rights.value && { rights: rights.value }),
      ...(search.chain !== undefined && { chainIds: [search.chain] }),
    },
  };
}
