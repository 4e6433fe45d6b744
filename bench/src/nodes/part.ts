/** Measures the cost of following the head: calls per minute to one node, and how soon a block is visible. */
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { median } from '../median.ts';
import type { Part } from '../part.ts';
import { medianOf, toSamples } from '../sample.ts';
import { followChains } from './follow-chains.ts';
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
  headline: (samples) =>
    Object.fromEntries(
      CHAINS.map(({ name }) => [name, medianOf(samples, { name: nameOf(name), unit: CALLS }) ?? Number.NaN]),
    ),
  async measure({ nodeSeconds }, note) {
    const db = await createTestDatabase();
    try {
      const perMinute = new Map<string, number>();
      await followChains(db, CHAINS, nodeSeconds, ({ name, node, lateMs }) => {
        const values = valuesOf(node.count(), lateMs, nodeSeconds / 60);
        if (values[CALLS] === 0 && nodeSeconds >= MIN_SECONDS)
          throw new Error(`The node of the chain with blocks every ${name} got no call: nobody followed it.`);
        perMinute.set(name, values[CALLS]);
        note(toSamples({ name: nameOf(name) }, values));
      });
      const month = modelMonth(perMinute);
      for (const [name, millions] of month) note(toSamples({ name }, { [MONTH]: millions }));
      const all = [...month.values()].reduce((sum, millions) => sum + millions);
      note(toSamples({ name: 'all chains of the catalogue' }, { [MONTH]: all }));
    } finally {
      await db.drop();
    }
  },
};

/** In this time each chain has had several blocks. */
const MIN_SECONDS = 60;
const nameOf = (pace: string) => `blocks every ${pace}`;
const CALLS = 'calls a minute';
const MONTH = 'million calls a month';

function valuesOf(calls: ReadonlyMap<string, number>, lateMs: readonly number[], minutes: number) {
  const polls = calls.get('eth_getBlockByNumber latest') ?? 1;
  return {
    [CALLS]: [...calls.values()].reduce((sum, count) => sum + count, 0) / minutes,
    // A short run may see no block.
    'ms until a block is visible': lateMs.length > 0 ? median(lateMs) : null,
    // A second more than half of the time between two polls.
    'ms at most': 1_000 + (minutes * 60_000) / polls / 2,
    ...Object.fromEntries([...calls].map(([method, count]) => [`${method} a minute`, count / minutes])),
  };
}
