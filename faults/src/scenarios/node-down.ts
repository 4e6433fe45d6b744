/** The node of one chain fails: the other chain continues, and the first recovers by itself. */
import { setTimeout as delay } from 'node:timers/promises';
import { closeConnections } from '@mandate/testing/chain/misbehaviours';
import { getIndexed, waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds } from '../figures.ts';
import { getHead, keepAllGrowing } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import type { Stage } from '../stage.ts';

const HISTORY_BLOCKS = 60;
/** The largest distance to a moving head that still counts as following it. */
const MAX_LAG_BLOCKS = 10;

export async function nodeDown(stage: Stage, { seed, nodeDownMs, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS);
  const { nodes, followed } = await stage.startNodes(chains);
  const [[cut, other], [node]] = [chains, nodes];
  if (!cut || !other || !node) throw new Error('There are two chains.');
  const { url, database } = await stage.createDatabase();
  const readIndexed = () => Promise.all([getIndexed(database, cut), getIndexed(database, other)]);
  const indexer = await stage.startIndexer({ databaseUrl: url, followed });
  await waitUntilCaughtUp(database, chains, indexer);

  const stopGrowing = keepAllGrowing(chains);
  await delay(2_000);
  node.misbehave(closeConnections());
  // Data requested before the failure may still be written.
  await delay(500);
  say('the node is down');
  const [cutBefore, otherBefore] = await readIndexed();
  await delay(nodeDownMs);
  const head = await getHead(other);
  const [cutAfter, otherAfter] = await readIndexed();
  if (cutAfter !== cutBefore)
    throw new Error(`without a node, the chain went from ${cutBefore} to ${cutAfter}`);
  if (otherAfter <= otherBefore || head.number - otherAfter > MAX_LAG_BLOCKS) {
    throw new Error(
      `the other chain went from ${otherBefore} to ${otherAfter} only, with its head at ${head.number}`,
    );
  }
  node.misbehave(null);
  say('the node is back');
  await stopGrowing();
  const tookMs = await waitUntilCaughtUp(database, chains, indexer);
  await indexer.stop();
  const rows = await stage.assertSameAsClean(database, chains);
  return (
    `down for ${inSeconds(nodeDownMs)}, the other chain went on by ${otherAfter - otherBefore} blocks, ` +
    `caught up in ${inSeconds(tookMs)}; ${rows} rows equal`
  );
}
