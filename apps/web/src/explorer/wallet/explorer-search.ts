/** The state of the explorer, all of it in the URL. Unknown values are left out. */
import type { Registry } from '@mandate/sdk';
import { type GrantKind, isKind, isRegistry } from '../../words/grant-kinds.ts';
import { type FindingKind, isFindingKind } from '../review/review.ts';

export type Direction = 'outgoing' | 'incoming';

/** The views of a wallet other than its list. */
const VIEWS = ['graph', 'timeline', 'review'] as const;
export type View = (typeof VIEWS)[number];

export interface ExplorerSearch {
  /** Defaults to the list. */
  readonly view?: View;
  /** Shows only this chain. */
  readonly chain?: number;
  /** Shows only this registry. */
  readonly registry?: Registry;
  /** The filter text. */
  readonly q?: string;
  readonly kind?: GrantKind;
  readonly show?: Direction;
  /** Shows only the delegations of this finding of the review. */
  readonly review?: FindingKind;
  /** The selected time, e.g. `2026-01-01T00:00:00Z`. Defaults to now. */
  readonly at?: string;
  /** The delegations to revoke, or the one to change, as `linkOfRows` writes them. */
  readonly revoke?: string;
  readonly change?: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Undefined removes a value from the URL. */
export type SearchChange = { [Key in keyof ExplorerSearch]?: ExplorerSearch[Key] | undefined };

export function readExplorerSearch(search: Record<string, unknown>): ExplorerSearch {
  const { view, chain, registry, q, kind, show, review, at, revoke, change } = search;
  return {
    ...(VIEWS.includes(view as View) && { view: view as View }),
    ...(/^\d{1,15}$/.test(String(chain)) && { chain: Number(chain) }),
    ...(isRegistry(registry) && { registry }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(isKind(kind) && { kind }),
    ...((show === 'outgoing' || show === 'incoming') && { show }),
    ...(isFindingKind(review) && { review }),
    ...(typeof at === 'string' && TIME.test(at) && !Number.isNaN(Date.parse(at)) && { at }),
    ...(typeof revoke === 'string' && { revoke }),
    ...(typeof change === 'string' && { change }),
  };
}
