/** The nodes answer one request in three with 429: the indexer must continue, if slowly. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { limitRate } from '@mandate/testing/chain/misbehaviours';
import { getIndexed, waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds } from '../figures.ts';
import { keepAllGrowing } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import type { Stage } from '../stage.ts';

const HISTORY_BLOCKS = 30;
/** The minimum duration. The indexer must have finished the earlier history within the maximum. */
const MIN_LIMITED_MS = 15_000;
const MAX_LIMITED_MS = 300_000;
const ONE_IN = 3;

export async function rateLimited(stage: Stage, { seed, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS, { pace: [500, 1_500] });
  const { url, database } = await stage.createDatabase();
  const random = createRandom(seed);
  let limited = 0;
  const { nodes, followed } = await stage.startNodes(chains, {
    respond(response, calls) {
      if (random() >= 1 / ONE_IN) return false;
      limited++;
      return limitRate(1).respond?.(response, calls) ?? false;
    },
  });
  const indexer = await stage.startIndexer({ databaseUrl: url, followed });
  const stopGrowing = keepAllGrowing(chains);
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
  for (const node of nodes) node.misbehave(null);
  await stopGrowing();
  await waitUntilCaughtUp(database, chains, indexer);
  await indexer.stop();
  const rows = await stage.assertSameAsClean(database, chains);
  const requests = nodes.reduce((sum, node) => sum + node.requests, 0);
  return `${limited} of ${requests} requests refused, reached ${reached.join(' and ')} meanwhile; ${rows} rows equal`;
}
