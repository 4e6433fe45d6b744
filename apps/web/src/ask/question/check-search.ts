/** The form of a check as its URL keeps it: texts as they were typed, so that a link shows what its sender saw. */
import type { Registry, TokenType } from '@mandate/sdk';
import { type GrantKind, isKind, isRegistry } from '../../words/grant-kinds.ts';
import { isWhen, type WhenKind } from './when-kinds.ts';

export interface CheckSearch {
  readonly chain?: number;
  readonly registry?: Registry;
  readonly kind?: GrantKind;
  readonly to?: string;
  readonly from?: string;
  readonly contract?: string;
  readonly tokenId?: string;
  readonly rights?: string;
  /** Defaults to now. */
  readonly when?: WhenKind;
  /** The time or block number, if `when` needs one. */
  readonly at?: string;
  /** Asks for all vaults of a hot wallet, or whether a wallet may claim. */
  readonly ask?: 'vaults' | 'claim';
  /** The number of tokens that a claim needs. */
  readonly min?: string;
  readonly standard?: TokenType;
}

export const TEXTS = ['to', 'from', 'contract', 'tokenId', 'rights', 'min', 'at'] as const;
export type TextField = (typeof TEXTS)[number];

export const STANDARDS: readonly TokenType[] = ['ERC721', 'ERC1155', 'ERC20'];
export const isStandard = (value: unknown): value is TokenType => STANDARDS.includes(value as TokenType);

/** Returns the texts of the fields. */
export function textsOf(
  search: { readonly [Field in TextField]?: string | undefined },
): Readonly<Record<TextField, string>> {
  const { to = '', from = '', contract = '', tokenId = '', rights = '', min = '', at = '' } = search;
  return { to, from, contract, tokenId, rights, min, at };
}

/** Ignores values that it does not understand. */
export function readCheckSearch(search: Record<string, unknown>): CheckSearch {
  const { chain, registry, kind, when, ask, standard } = search;
  const texts = TEXTS.flatMap((field) => {
    const text = search[field];
    return typeof text === 'string' && text !== '' ? [[field, text] as const] : [];
  });
  return {
    ...(/^\d{1,15}$/.test(String(chain)) && { chain: Number(chain) }),
    ...(isRegistry(registry) && { registry }),
    ...(isKind(kind) && { kind }),
    ...(isWhen(when) && { when }),
    ...((ask === 'vaults' || ask === 'claim') && { ask }),
    ...(isStandard(standard) && { standard }),
    ...Object.fromEntries(texts),
  };
}
