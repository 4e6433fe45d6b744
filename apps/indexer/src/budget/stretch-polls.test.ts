import { expect, test } from 'vitest';
import { type StretchableChain, stretchPolls } from './stretch-polls.ts';

/** Takes 4 calls every 2 s, and may be polled every 40 s. */
const chain = (chainId: number, more: Partial<StretchableChain> = {}): StretchableChain => ({
  chainId,
  usualMs: 2_000,
  maxMs: 40_000,
  events: 0,
  testnet: false,
  cost: { perPoll: 4, perBlock: 0, blocksPerMs: 0 },
  ...more,
});
const CHAINS = [chain(1, { events: 9 }), chain(2, { events: 3 }), chain(3), chain(4, { testnet: true })];
/** Calls per millisecond of one chain, at its usual polls and at the slowest. */
const [USUAL_RATE, MIN_RATE] = [4 / 2_000, 4 / 40_000];

test.each([
  ['enough for all', 4 * USUAL_RATE, []],
  ['a test network first', 3.5 * USUAL_RATE, [[4, 4_000]]],
  [
    'then the quietest',
    2.5 * USUAL_RATE + MIN_RATE,
    [
      [4, 40_000],
      [3, 4_000],
    ],
  ],
  [
    'the liveliest last',
    0.5 * USUAL_RATE + 3 * MIN_RATE,
    [
      [4, 40_000],
      [3, 40_000],
      [2, 40_000],
      [1, 4_000],
    ],
  ],
  [
    'never beyond the most',
    MIN_RATE,
    [
      [4, 40_000],
      [3, 40_000],
      [2, 40_000],
      [1, 40_000],
    ],
  ],
  [
    'nothing left',
    0,
    [
      [4, 40_000],
      [3, 40_000],
      [2, 40_000],
      [1, 40_000],
    ],
  ],
] as const)('%s', (_, affordable, expected) => {
  const { pollMs, usualRate, rate, isAffordable } = stretchPolls(CHAINS, affordable);
  expect([...pollMs].map(([id, ms]) => [id, Math.round(ms)])).toEqual(expected);
  expect(usualRate).toBeCloseTo(4 * USUAL_RATE, 9);
  expect(rate).toBeCloseTo(Math.max(affordable, 4 * MIN_RATE), 9);
  expect(isAffordable).toBe(affordable >= 4 * MIN_RATE);
});

test('a chain that costs per block saves only the cost of its polls', () => {
  const slow = chain(1, { usualMs: 10_000, cost: { perPoll: 1, perBlock: 2, blocksPerMs: 1 / 12_000 } });
  const { pollMs, rate } = stretchPolls([slow], 2 / 12_000 + 1 / 20_000);
  expect(pollMs.get(1)).toBeCloseTo(20_000, 3);
  expect(rate).toBeCloseTo(2 / 12_000 + 1 / 20_000, 9);
});

test('a chain at its longest poll interval is not stretched', () => {
  const rare = chain(1, { usualMs: 50_000, maxMs: 50_000 });
  expect(stretchPolls([rare], 0).pollMs.size).toBe(0);
});
