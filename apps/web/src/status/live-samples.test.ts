import type { ChainStatus } from '@mandate/sdk';
import { expect, test } from 'vitest';
import { addSamples, KEPT_MS, type LiveSamples } from './live-samples.ts';
import { summarize } from './summarize.ts';

const chain = (chainId: number, number: number | null, lagSeconds: number | null = 0): ChainStatus => ({
  chainId,
  name: `Chain ${chainId}`,
  state: 'ready',
  detail: null,
  lagBlocks: 0,
  lagSeconds,
  head: number,
  indexed: number === null ? null : { number, hash: `0x${'00'.repeat(32)}`, timestamp: 0 },
  safe: null,
  finalized: null,
  heardMsAgo: 0,
  maxLag: { ms: 120_000, blockAgeMs: 120_000 },
  nodes: [],
});

test('forgets samples older than a few minutes, and chains that are no longer supported', () => {
  let history: LiveSamples = new Map();
  history = addSamples(history, [chain(1, 5), chain(10, null, null)], 1);
  history = addSamples(history, [chain(1, 6, 2), chain(10, 1)], 1_000);
  history = addSamples(history, [chain(1, 7)], KEPT_MS + 500);
  expect([...history.keys()]).toEqual([1]);
  expect(history.get(1)).toEqual([
    { atMs: 1_000, lagSeconds: 2, block: 6 },
    { atMs: KEPT_MS + 500, lagSeconds: 0, block: 7 },
  ]);
});

test.each([
  [['ready'], 'The chain is ready.'],
  [['ready', 'ready'], 'Both chains are ready.'],
  [['ready', 'ready', 'ready'], 'All 3 chains are ready.'],
  [['ready', 'chain_lagging'], '1 of 2 chains is not ready: B.'],
  [['chain_tainted', 'chain_not_ready', 'ready'], '2 of 3 chains are not ready: A, B.'],
  [['chain_tainted'], 'No chain is ready: A.'],
] as const)('%j: %s', (states, text) => {
  expect(summarize(states.map((state, i) => ({ name: 'ABC'.charAt(i), state }))).text).toBe(text);
});
