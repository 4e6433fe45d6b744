/** Nodes that return logs for at most ten blocks: the backfill must find out and adapt. */
import { waitUntilCaughtUp } from '../caught-up.ts';
import { createNarrowRanges } from '../faulty-proxy.ts';
import { inSeconds, type Options, type Scenario } from '../scenario.ts';
import { onStage, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 330;
const RANGE_BLOCKS = 10;
/** It may try a larger range now and then, but not all the time. */
const MAX_REFUSALS = 10;

export const narrowRanges: Scenario = {
  name: 'narrow-ranges',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const { url, database } = await stage.createDatabase();
  const proxies = await Promise.all(chains.map((chain) => stage.startProxy(chain)));
  for (const proxy of proxies) proxy.setFault(createNarrowRanges(RANGE_BLOCKS));
  const followed = chains.map((chain, i) => ({ chain, url: proxies[i]?.url ?? '' }));
  const indexer = await stage.startIndexer({ databaseUrl: url, followed });
  const tookMs = await waitUntilCaughtUp(database, chains, indexer);
  await indexer.stop();
  const refused = proxies.map(({ counts }) => counts.refused);
  if (refused.some((count) => count === 0 || count > MAX_REFUSALS))
    throw new Error(`the nodes refused ${refused.join(' and ')} times, not 1 to ${MAX_REFUSALS}`);
  const rows = await stage.assertSameAsClean(database, chains);
  return (
    `2 × ${HISTORY_BLOCKS} blocks in ${inSeconds(tookMs)}, refused ${refused.join(' and ')} times; ` +
    `${rows} rows equal`
  );
}
