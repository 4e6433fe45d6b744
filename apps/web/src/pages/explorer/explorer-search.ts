/** The state of the explorer, all of it in the URL. What is not understood is left out. */
import type { Registry } from '@mandate/sdk';
import { type GrantKind, isKind, isRegistry } from '../../components/grant-kinds.ts';

export type Direction = 'outgoing' | 'incoming';

export interface ExplorerSearch {
  readonly chain?: number;
  readonly registry?: Registry;
  /** The filter text. */
  readonly q?: string;
  readonly kind?: GrantKind;
  readonly show?: Direction;
  /** The selected time, e.g. `2026-01-01T00:00:00Z`. Defaults to now. */
  readonly at?: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Undefined removes a value from the URL. */
export type SearchChange = { [Key in keyof ExplorerSearch]?: ExplorerSearch[Key] | undefined };

export function readExplorerSearch(search: Record<string, unknown>): ExplorerSearch {
  const { chain, registry, q, kind, show, at } = search;
  return {
    ...(/^\d{1,15}$/.test(String(chain)) && { chain: Number(chain) }),
    ...(isRegistry(registry) && { registry }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(isKind(kind) && { kind }),
    ...((show === 'outgoing' || show === 'incoming') && { show }),
    ...(typeof at === 'string' && TIME.test(at) && !Number.isNaN(Date.parse(at)) && { at }),
  };
}
