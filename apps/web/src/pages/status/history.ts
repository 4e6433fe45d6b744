/** What the status was in the last minutes, kept while the site is open. */
import type { ChainStatus } from '@mandate/sdk';
import { useMemo } from 'react';

export interface Sample {
  readonly atMs: number;
  /** Null: not known. */
  readonly lagSeconds: number | null;
  /** The newest block that was read; null: none yet. */
  readonly block: number | null;
}

export type History = ReadonlyMap<number, readonly Sample[]>;

export const KEPT_MS = 5 * 60 * 1000;

/** Of the site, not of the page: whoever looks at another page and comes back finds it still there. */
let kept: { readonly atMs: number; readonly history: History } = { atMs: 0, history: new Map() };

export function useHistory(chains: readonly ChainStatus[] | undefined, atMs: number): History {
  return useMemo(() => {
    // Of one answer there is one sample, however often it is drawn.
    if (chains && atMs > kept.atMs) kept = { atMs, history: addSamples(kept.history, chains, atMs) };
    return kept.history;
  }, [chains, atMs]);
}

export function addSamples(history: History, chains: readonly ChainStatus[], atMs: number): History {
  return new Map(
    chains.map(({ chainId, lagSeconds, indexed }) => {
      const before = history.get(chainId) ?? [];
      const fresh = before.filter((sample) => sample.atMs > atMs - KEPT_MS);
      return [chainId, [...fresh, { atMs, lagSeconds, block: indexed?.number ?? null }]];
    }),
  );
}
