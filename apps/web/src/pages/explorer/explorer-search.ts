/** The state of the explorer, all of it in the URL. What is not understood is left out. */
export const KINDS = ['all', 'contract', 'erc721', 'erc1155', 'erc20', 'token'] as const;
export type Kind = (typeof KINDS)[number];
export type Direction = 'outgoing' | 'incoming';
export type Registry = 'v1' | 'v2';

export interface ExplorerSearch {
  readonly chain?: number;
  readonly registry?: Registry;
  /** What the tables are filtered by. */
  readonly q?: string;
  readonly kind?: Kind;
  readonly show?: Direction;
}

/** Undefined takes a part out of the URL. */
export type SearchChange = { [Key in keyof ExplorerSearch]?: ExplorerSearch[Key] | undefined };

export function readExplorerSearch(search: Record<string, unknown>): ExplorerSearch {
  const { chain, registry, q, kind, show } = search;
  return {
    ...(/^\d{1,15}$/.test(String(chain)) && { chain: Number(chain) }),
    ...((registry === 'v1' || registry === 'v2') && { registry }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(KINDS.includes(kind as Kind) && { kind: kind as Kind }),
    ...((show === 'outgoing' || show === 'incoming') && { show }),
  };
}
