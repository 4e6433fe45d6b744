/** The first values of the grant form, all of them in the URL: a link can ask a holder for a delegation. */
import type { Registry } from '@mandate/sdk';
import { type GrantKind, isKind, isRegistry } from '../words/grant-kinds.ts';

export interface GrantSearch {
  readonly chain?: number;
  readonly registry?: Registry;
  readonly kind?: GrantKind;
  /** The vault that grants. */
  readonly from?: string;
  /** The wallet that may act. */
  readonly to?: string;
  readonly contract?: string;
  readonly token?: string;
  /** In the token's smallest unit, or `max`. */
  readonly amount?: string;
  /** A name or 32 bytes. */
  readonly rights?: string;
}

const MAX_TEXT = 200;
const TEXTS = ['from', 'to', 'contract', 'token', 'amount', 'rights'] as const;

export function readGrantSearch(search: Record<string, unknown>): GrantSearch {
  const { chain, registry, kind } = search;
  const texts = TEXTS.flatMap((name) => {
    const text = search[name];
    return typeof text === 'string' && text !== '' && text.length <= MAX_TEXT ? [[name, text]] : [];
  });
  return {
    ...(/^\d{1,15}$/.test(String(chain)) && { chain: Number(chain) }),
    ...(isRegistry(registry) && { registry }),
    ...(isKind(kind) && { kind }),
    ...Object.fromEntries(texts),
  };
}
