/** Two indexers on one database: the second takes over when the first is killed. */
import { setTimeout as delay } from 'node:timers/promises';
import { getIndexed, waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import type { IndexerProcess } from '../indexer-process.ts';
import { inSeconds, type Options, type Scenario } from '../scenario.ts';
import { directly, onStage, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 60;
const MAX_TAKEOVER_MS = 10_000;
/** Long enough for the second to try several times. */
const WATCH_MS = 3_000;

export const standby: Scenario = {
  name: 'standby',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const { url, database } = await stage.createDatabase();
  const options = { databaseUrl: url, followed: directly(chains) };
  const leader = await stage.startIndexer(options);
  await waitUntilCaughtUp(database, chains, leader);
  const second = await stage.startIndexer(options);
  await delay(WATCH_MS);
  await assertStates(leader, 'the first', 'following');
  await assertStates(second, 'the second', 'standby');

  await leader.kill();
  const killedAt = performance.now();
  say('the leader is killed');
  await Promise.all(chains.map((chain) => chain.local.mine()));
  const targets = await Promise.all(chains.map((chain) => chain.getHead()));
  await waitUntil('take over', second, async () => {
    const indexed = await Promise.all(chains.map((chain) => getIndexed(database, chain)));
    return indexed.every((block, i) => block >= (targets[i]?.number ?? Number.POSITIVE_INFINITY));
  });
  const tookMs = performance.now() - killedAt;
  if (tookMs >= MAX_TAKEOVER_MS)
    throw new Error(
      `the standby took ${inSeconds(tookMs)} to take over, not below ${inSeconds(MAX_TAKEOVER_MS)}`,
    );

  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS / 2)));
  await waitUntilCaughtUp(database, chains, second);
  await assertStates(second, 'the second', 'following');
  await second.stop();
  const rows = await stage.assertSameAsClean(database, chains);
  return `took over both chains in ${inSeconds(tookMs)}; ${rows} rows equal`;
}

async function assertStates(indexer: IndexerProcess, which: string, state: string): Promise<void> {
  const chains = await indexer.listChains();
  if (chains.every((chain) => chain.state === state)) return;
  const found = chains.map((chain) => `${chain.chainId} ${chain.state}`).join(', ');
  throw new Error(`${which} indexer is not ${state} on both chains: ${found}`);
}
