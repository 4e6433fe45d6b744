/** Measures a backfill by the indexer against a bare loop over the same ranges in the same run. */
import { createNode, type Source } from '@mandate/indexer';
import { V1, V2 } from '@mandate/testing/chain/long-chain';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { catchUp } from '../long-chain/catch-up.ts';
import { LONG_CHAIN } from '../long-chain/start-long-chain.ts';
import { type Sample, toSamples } from '../sample.ts';
import { clock } from '../turns.ts';
import { type Ranges, runBareBackfill } from './bare-backfill.ts';

export const BARE = 'of a bare loop';

export async function measureBackfill(url: string, round: number): Promise<Sample[]> {
  const indexer = await timeIndexer(url);
  const bare = await timeBare({ url, addresses: [V1, V2], ranges: indexer.ranges });
  if (bare.events !== indexer.events)
    throw new Error(`${bare.events} events bare, ${indexer.events} indexed`);
  const name = `backfill of ${bare.events} events`;
  return [
    ...toSamples({ name, who: BARE, round }, { s: bare.ms / 1000 }),
    ...toSamples({ name, who: 'of the indexer', round }, { s: indexer.ms / 1000 }),
  ];
}

async function timeIndexer(url: string) {
  const db = await createTestDatabase();
  const ranges: [number, number][] = [];
  const node = createNode(url, LONG_CHAIN.chainId);
  const source: Source = {
    ...node,
    async getRange(addresses, first, last) {
      const range = await node.getRange(addresses, first, last);
      ranges.push([first, last]);
      return range;
    },
  };
  let events = 0;
  const ms = await clock(async () => {
    events = await catchUp(source, db.database);
  });
  await db.drop();
  return { events, ms, ranges };
}

async function timeBare(ranges: Ranges) {
  const db = await createTestDatabase({ migrated: false });
  let events = 0;
  const ms = await clock(async () => {
    events = await runBareBackfill(db.database, ranges);
  });
  await db.drop();
  return { events, ms };
}
