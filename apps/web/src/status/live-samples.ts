/** The status of the last minutes, kept while the site is open. */
import type { ChainStatus } from '@mandate/sdk';
import { useMemo } from 'react';

export interface Sample {
  readonly atMs: number;
  /** `null` when unknown. */
  readonly lagSeconds: number | null;
  /** The newest indexed block, or null if there is none yet. */
  readonly block: number | null;
}

export type LiveSamples = ReadonlyMap<number, readonly Sample[]>;

export const KEPT_MS = 5 * 60 * 1000;

/** Kept outside the page, so that it survives visits to other pages. */
let kept: { readonly atMs: number; readonly history: LiveSamples } = { atMs: 0, history: new Map() };

export function useLiveSamples(chains: readonly ChainStatus[] | undefined, atMs: number): LiveSamples {
  return useMemo(() => {
    // Adds one sample per answer, however often the page renders.
    if (chains && atMs > kept.atMs) kept = { atMs, history: addSamples(kept.history, chains, atMs) };
    return kept.history;
  }, [chains, atMs]);
}

export function addSamples(history: LiveSamples, chains: readonly ChainStatus[], atMs: number): LiveSamples {
  return new Map(
    chains.map(({ chainId, lagSeconds, indexed }) => {
      const before = history.get(chainId) ?? [];
      const fresh = before.filter((sample) => sample.atMs > atMs - KEPT_MS);
      return [chainId, [...fresh, { atMs, lagSeconds, block: indexed?.number ?? null }]];
    }),
  );
}
