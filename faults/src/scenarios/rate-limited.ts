/** The nodes answer one request in three with 429: the indexer must continue, if slowly. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { getIndexed, waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds, type Options, type Scenario } from '../scenario.ts';
import { onStage, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 30;
/** The minimum duration. The indexer must have finished the earlier history within the maximum. */
const MIN_LIMITED_MS = 15_000;
const MAX_LIMITED_MS = 300_000;
const PACE = { minMs: 500, maxMs: 1_500 };
const ONE_IN = 3;

export const rateLimited: Scenario = {
  name: 'rate-limited',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const { url, database } = await stage.createDatabase();
  const random = createRandom(seed);
  const proxies = await Promise.all(chains.map((chain) => stage.startProxy(chain)));
  for (const proxy of proxies) proxy.setFault({ limits: () => random() < 1 / ONE_IN });
  const followed = chains.map((chain, i) => ({ chain, url: proxies[i]?.url ?? '' }));
  const indexer = await stage.startIndexer({ databaseUrl: url, followed });
  const stops = chains.map((chain) => chain.keepGrowing(PACE));
  const startedAt = performance.now();
  const limitedMs = () => performance.now() - startedAt;
  let reached: number[];
  do {
    await delay(250);
    indexer.assertAlive();
    reached = await Promise.all(chains.map((chain) => getIndexed(database, chain)));
    if (limitedMs() > MAX_LIMITED_MS)
      throw new Error(`limited for ${inSeconds(MAX_LIMITED_MS)}, it got to ${reached.join(' and ')} only`);
  } while (limitedMs() < MIN_LIMITED_MS || reached.some((block) => block < HISTORY_BLOCKS));
  say(`limited for ${inSeconds(limitedMs())}, it has come to ${reached.join(' and ')}`);
  for (const proxy of proxies) proxy.setFault({});
  await Promise.all(stops.map((stop) => stop()));
  await waitUntilCaughtUp(database, chains, indexer);
  await indexer.stop();
  const rows = await stage.assertSameAsClean(database, chains);
  const sum = (which: 'limited' | 'requests') =>
    proxies.reduce((total, { counts }) => total + counts[which], 0);
  return (
    `${sum('limited')} of ${sum('requests')} requests refused, reached ${reached.join(' and ')} meanwhile; ` +
    `${rows} rows equal`
  );
}
