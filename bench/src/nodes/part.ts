/** Measures the cost of following the head: calls per minute to one node, and how soon a block is visible. */
import { createTestDatabase } from '@mandate/testing/database';
import { median } from '../median.ts';
import type { Part } from '../part.ts';
import { toSamples } from '../sample.ts';
import { type Followed, followChains } from './follow-chains.ts';
import { modelMonth } from './model-month.ts';

/** Chains with block times and evidence from the catalogue. */
const CHAINS = [
  { name: '12s', chainId: 1, blockTimeMs: 12_000 },
  { name: '2s', chainId: 8453, blockTimeMs: 2_000 },
  { name: '0.25s', chainId: 42_161, blockTimeMs: 250 },
] as const;

export const nodes: Part = {
  about: 'calls of a node a minute at the head, with 60 ms latency, and how soon blocks can be seen',
  baseline: () => null,
  async measure({ nodeSeconds }, note) {
    const db = await createTestDatabase();
    try {
      const followed = await followChains(db, CHAINS, nodeSeconds);
      for (const each of followed) note(toSamples({ name: `blocks every ${each.name}` }, valuesOf(each)));
      const perMinute = new Map(followed.map((each) => [each.name, countCalls(each) / each.minutes]));
      const month = modelMonth(perMinute);
      for (const [name, millions] of month) note(toSamples({ name }, { [MONTH]: millions }));
      const all = [...month.values()].reduce((sum, millions) => sum + millions);
      note(toSamples({ name: 'all chains of the catalogue' }, { [MONTH]: all }));
    } finally {
      await db.drop();
    }
  },
};

const MONTH = 'million calls a month';
const countCalls = ({ calls }: Followed) => [...calls.values()].reduce((sum, count) => sum + count, 0);

function valuesOf(followed: Followed): Record<string, number> {
  const { minutes, calls, lateMs } = followed;
  const polls = calls.get('eth_getBlockByNumber latest') ?? 1;
  return {
    'calls a minute': countCalls(followed) / minutes,
    'ms until a block is visible': median(lateMs),
    // A second more than half of the time between two polls.
    'ms at most': 1_000 + (minutes * 60_000) / polls / 2,
    ...Object.fromEntries([...calls].map(([method, count]) => [`${method} a minute`, count / minutes])),
  };
}
