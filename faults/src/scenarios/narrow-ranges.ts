/** Nodes that return logs for at most ten blocks: the backfill must find out and adapt. */
import { waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds } from '../figures.ts';
import { createNarrowRanges } from '../narrow-ranges.ts';
import type { Options } from '../scenario.ts';
import type { Stage } from '../stage.ts';

const HISTORY_BLOCKS = 330;
/** It may try a larger range now and then, but not all the time. */
const MAX_REFUSALS = 10;

export async function narrowRanges(stage: Stage, { seed }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS);
  const { url, database } = await stage.createDatabase();
  const { nodes, followed } = await stage.startNodes(chains);
  const ranges = nodes.map((node) => {
    const narrow = createNarrowRanges();
    node.misbehave(narrow.behaviour);
    return narrow;
  });
  const indexer = await stage.startIndexer({ databaseUrl: url, followed });
  const tookMs = await waitUntilCaughtUp(database, chains, indexer);
  await indexer.stop();
  const refused = ranges.map(({ counts }) => counts.refused);
  if (refused.some((count) => count === 0 || count > MAX_REFUSALS))
    throw new Error(`the nodes refused ${refused.join(' and ')} times, not 1 to ${MAX_REFUSALS}`);
  const rows = await stage.assertSameAsClean(database, chains);
  return (
    `2 × ${HISTORY_BLOCKS} blocks in ${inSeconds(tookMs)}, refused ${refused.join(' and ')} times; ` +
    `${rows} rows equal`
  );
}
