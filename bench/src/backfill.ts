/** Measures a backfill by the indexer against a bare loop over the same ranges in the same run. */
import type { LocalChain } from '@mandate/contracts';
import { createFollower, createNode, type Source } from '@mandate/indexer';
import { CAREFUL } from '@mandate/indexer/testing/reading';
import { createWriter } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/database';
import { type Ranges, runBareBackfill } from './bare-backfill.ts';

export interface BackfillResult {
  readonly events: number;
  readonly bareMs: number;
  readonly indexerMs: number;
  readonly ratio: number;
}

export async function measureBackfill(chain: LocalChain, rounds: number): Promise<BackfillResult[]> {
  const results: BackfillResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const indexer = await timeIndexer(chain);
    const bare = await timeBare({ url: chain.url, addresses: addressesOf(chain), ranges: indexer.ranges });
    if (bare.events !== indexer.events)
      throw new Error(`${bare.events} events bare, ${indexer.events} indexed`);
    results.push({
      events: bare.events,
      bareMs: bare.ms,
      indexerMs: indexer.ms,
      ratio: indexer.ms / bare.ms,
    });
  }
  return results;
}

function addressesOf({ registries: { v1, v2 } }: LocalChain) {
  return v1 ? [v1, v2] : [v2];
}

async function timeIndexer(chain: LocalChain) {
  const db = await createTestDatabase();
  const { v1, v2 } = chain.registries;
  const ranges: [number, number][] = [];
  const node = createNode(chain.url, chain.chainId);
  const source: Source = {
    ...node,
    getRange(addresses, first, last) {
      ranges.push([first, last]);
      return node.getRange(addresses, first, last);
    },
  };
  const follower = createFollower(
    {
      chainId: chain.chainId,
      registries: { ...(v1 ? { v1 } : {}), v2 },
      evidence: { bloom: false, receipts: false },
      depths: { safe: null, finalized: null },
      startBlock: 1,
      reading: CAREFUL,
    },
    source,
    createWriter(db.database),
  );
  const startedAt = performance.now();
  let events = 0;
  for (;;) {
    const step = await follower.step();
    if (step.type === 'advanced') events += step.events;
    if (step.type === 'idle') break;
  }
  const ms = performance.now() - startedAt;
  await db.drop();
  return { events, ms, ranges };
}

async function timeBare(ranges: Ranges) {
  const db = await createTestDatabase({ migrated: false });
  const startedAt = performance.now();
  const events = await runBareBackfill(db.database, ranges);
  const ms = performance.now() - startedAt;
  await db.drop();
  return { events, ms };
}
