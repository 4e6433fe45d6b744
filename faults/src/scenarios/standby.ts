/** Two indexers on one database: the second takes over when the first is killed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AppProcess } from '@mandate/testing/process/app-process';
import { getIndexed, waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds } from '../figures.ts';
import { getHead } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 60;
const MAX_TAKEOVER_MS = 10_000;
/** Long enough for the second to try several times. */
const WATCH_MS = 3_000;

export async function standby(stage: Stage, { seed, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS);
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
  const targets = await Promise.all(chains.map(getHead));
  await waitUntil('the standby has taken over', second, async () => {
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

async function assertStates(indexer: AppProcess, which: string, state: string): Promise<void> {
  const response = await fetch(`${indexer.adminUrl}/ready`);
  const { chains } = (await response.json()) as { chains: { chainId: number; state: string }[] };
  if (chains.every((chain) => chain.state === state)) return;
  const found = chains.map((chain) => `${chain.chainId} ${chain.state}`).join(', ');
  throw new Error(`${which} indexer is not ${state} on both chains: ${found}`);
}
