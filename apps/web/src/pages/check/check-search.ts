/** The form of a check as its URL keeps it: texts as they were typed, so that a link shows what its sender saw. */
import type { Kind, Registry } from './check-kinds.ts';

export interface CheckSearch {
  readonly chain?: number;
  readonly registry?: Registry;
  readonly kind?: Kind;
  readonly to?: string;
  readonly from?: string;
  readonly contract?: string;
  readonly tokenId?: string;
  readonly rights?: string;
}

export const TEXTS = ['to', 'from', 'contract', 'tokenId', 'rights'] as const;
export type TextField = (typeof TEXTS)[number];

const KINDS: readonly string[] = ['all', 'contract', 'erc721', 'erc1155', 'erc20', 'token'];

/** What is not understood is left out. */
export function readCheckSearch(search: Record<string, unknown>): CheckSearch {
  const { chain, registry, kind } = search;
  const texts = TEXTS.flatMap((field) => {
    const text = search[field];
    return typeof text === 'string' && text !== '' ? [[field, text] as const] : [];
  });
  return {
    ...(/^\d{1,15}$/.test(String(chain)) && { chain: Number(chain) }),
    ...((registry === 'v1' || registry === 'v2') && { registry }),
    ...(KINDS.includes(String(kind)) && { kind: kind as Kind }),
    ...Object.fromEntries(texts),
  };
}
