/** Measures the cost of following the head: calls per minute to one node, and how soon a block is visible. */
import { createTestDatabase } from '@mandate/testing/database';
import { median, round } from '../median.ts';
import type { Part } from '../part.ts';
import { type Followed, followChains } from './follow-chains.ts';
import { modelMonth, type NodeCost } from './model-month.ts';

/** Chains with block times and evidence from the catalogue. */
const CHAINS = [
  { name: '12s', chainId: 1, blockTimeMs: 12_000 },
  { name: '2s', chainId: 8453, blockTimeMs: 2_000 },
  { name: '0.25s', chainId: 42_161, blockTimeMs: 250 },
] as const;

export const nodes: Part = {
  about: 'calls of a node a minute at the head, with 60 ms latency, and how soon blocks can be seen',
  async run({ nodeSeconds }, say) {
    const db = await createTestDatabase();
    try {
      say(`Following three chains for ${nodeSeconds} s, through nodes that take 60 ms to answer`);
      const followed = await followChains(db, CHAINS, nodeSeconds);
      const costs = followed.map(costOf);
      for (const { name, callsPerMinute, byMethod, freshMs, maxFreshMs } of costs) {
        say(
          `  blocks every ${name}: ${callsPerMinute} calls a minute, visible after ${freshMs} ms (at most ${maxFreshMs})`,
        );
        for (const [method, calls] of Object.entries(byMethod)) say(`    ${method} ${calls}`);
      }
      const month = modelMonth(costs);
      for (const line of month.lines) say(line);
      return {
        nodes: Object.fromEntries(costs.map(({ name, callsPerMinute }) => [name, callsPerMinute])),
        nodeCosts: costs,
      };
    } finally {
      await db.drop();
    }
  },
};

function costOf({ name, minutes, calls, lateMs }: Followed): NodeCost {
  const perMinute = (count: number) => round(count / minutes);
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
  const polls = calls.get('eth_getBlockByNumber latest') ?? 1;
  return {
    name,
    callsPerMinute: Math.round(total / minutes),
    byMethod: Object.fromEntries([...calls].map(([method, count]) => [method, perMinute(count)])),
    freshMs: Math.round(median(lateMs)),
    maxFreshMs: Math.round(1_000 + (minutes * 60_000) / polls / 2),
  };
}
