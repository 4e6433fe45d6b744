/** The node of one chain fails: the other chain continues, and the first recovers by itself. */
import { setTimeout as delay } from 'node:timers/promises';
import { getIndexed, waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds, type Options, type Scenario } from '../scenario.ts';
import { onStage, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 60;
const PACE = { minMs: 100, maxMs: 400 };
/** The largest distance to a moving head that still counts as following it. */
const MAX_LAG_BLOCKS = 10;

export const nodeDown: Scenario = {
  name: 'node-down',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed, nodeDownMs, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed);
  const [cut, other] = chains;
  if (!cut || !other) throw new Error('There are two chains.');
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const proxy = await stage.startProxy(cut);
  const { url, database } = await stage.createDatabase();
  const followed = [
    { chain: cut, url: proxy.url },
    { chain: other, url: other.local.url },
  ];
  const indexer = await stage.startIndexer({ databaseUrl: url, followed });
  await waitUntilCaughtUp(database, chains, indexer);

  const stops = chains.map((chain) => chain.keepGrowing(PACE));
  await delay(2_000);
  await proxy.close();
  // Data requested before the failure may still be written.
  await delay(500);
  say('the node is down');
  const [cutBefore, otherBefore] = await Promise.all([
    getIndexed(database, cut),
    getIndexed(database, other),
  ]);
  await delay(nodeDownMs);
  const head = await other.getHead();
  const [cutAfter, otherAfter] = await Promise.all([getIndexed(database, cut), getIndexed(database, other)]);
  if (cutAfter !== cutBefore)
    throw new Error(`without a node, the chain went from ${cutBefore} to ${cutAfter}`);
  if (otherAfter <= otherBefore || head.number - otherAfter > MAX_LAG_BLOCKS) {
    throw new Error(
      `the other chain went from ${otherBefore} to ${otherAfter} only, with its head at ${head.number}`,
    );
  }
  await proxy.open();
  say('the node is back');
  await Promise.all(stops.map((stop) => stop()));
  const tookMs = await waitUntilCaughtUp(database, chains, indexer);
  await indexer.stop();
  const rows = await stage.assertSameAsClean(database, chains);
  return (
    `down for ${inSeconds(nodeDownMs)}, the other chain went on by ${otherAfter - otherBefore} blocks, ` +
    `caught up in ${inSeconds(tookMs)}; ${rows} rows equal`
  );
}
