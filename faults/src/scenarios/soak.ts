/**
 * Runs the whole stack for long without faults: memory stays flat, nothing fails, all answers are correct.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { createReader, type Database } from '@mandate/store';
import { type AppProcess, startApp } from '@mandate/testing/app-process';
import { listMemoryFlags } from '@mandate/testing/memory-flags';
import { createService, WALLETS, waitUntilServed } from '@mandate/truth';
import { waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import { writeFollowed } from '../indexer-process.ts';
import { startKeyedApi, waitUntilCountsInRedis } from '../keyed-api.ts';
import type { Options, Scenario } from '../scenario.ts';
import { createClient } from '../soak/client.ts';
import { compareAtRest } from '../soak/closing-truth.ts';
import { followFeed } from '../soak/feed-replica.ts';
import {
  describeAnswers,
  describeFeeds,
  describeMemory,
  describeSoaking,
  listRisen,
  listWrong,
} from '../soak/figures.ts';
import { watchMemory } from '../soak/memory.ts';
import { type SteadyChain, startSteadyChain } from '../soak/steady-chain.ts';
import { startTraffic } from '../soak/traffic.ts';
import { directly, onStage, type Stage } from '../stage.ts';

const CHAIN_IDS = [31_337, 31_338];
/** Mined before the clock starts, because questions about the past need a history. */
const HISTORY_BLOCKS = 40;
const INDEXER_POLL_MS = 500;
const REQUESTS_PER_S = 100;
const SECOND_MS = 1_000;
const SAY_EVERY_S = 5;
const MINUTE_S = 60;
const DEFAULT_MINUTES = 3;
const MAX_EXAMPLES = 3;

export const soak: Scenario = {
  name: 'soak',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed, minutes = DEFAULT_MINUTES, say }: Options): Promise<string> {
  const { database, url: databaseUrl } = await stage.createDatabase();
  const chains = await Promise.all(CHAIN_IDS.map((chainId) => startSteadyChain(chainId, seed)));
  for (const { local } of chains) stage.defer(local.stop);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const stops = chains.map((chain) => chain.keepGrowing());
  const followed = directly(chains);
  const indexer = await startApp('indexer', {
    DATABASE_URL: databaseUrl,
    CHAINS: writeFollowed(followed, INDEXER_POLL_MS),
    INDEXER_PORT: '0',
    NODE_OPTIONS: listMemoryFlags('start:indexer').join(' '),
  });
  stage.defer(indexer.kill);
  await waitUntilCaughtUp(database, chains, indexer);
  const { api, key } = await startKeyedApi({
    databaseUrl,
    chains: writeFollowed(followed),
    readModelDir: stage.createFolder(),
  });
  stage.defer(api.kill);
  const client = createClient(api.url, key, createRandom(seed));
  await waitUntilCountsInRedis(api);

  const feeds = [{}, {}, { chainIds: String(CHAIN_IDS[0]) }, { wallet: WALLETS[0] }];
  const replicas = feeds.map((query) => followFeed({ url: api.url, client, query }));
  for (const replica of replicas) stage.defer(replica.close);
  const memories = { API: watchMemory(api.pid), indexer: watchMemory(indexer.pid) };
  const soaking = { tally: client.tally, memories, chains };
  const traffic = await startTraffic({
    client,
    chains,
    random: createRandom(seed + 1),
    requestsPerS: REQUESTS_PER_S,
  });
  stage.defer(traffic.stop);
  const latencies: number[] = [];
  const startedAt = performance.now();
  for (let second = 1; second <= minutes * MINUTE_S; second++) {
    await delay(Math.max(0, startedAt + second * SECOND_MS - performance.now()));
    for (const each of [api, indexer]) each.assertAlive();
    for (const memory of Object.values(memories)) memory.look();
    if (second % SAY_EVERY_S > 0) continue;
    const taken = client.tally.latencies.splice(0);
    latencies.push(...taken);
    say(describeSoaking({ ...soaking, latencies: taken }));
  }
  await traffic.stop();
  await Promise.all(stops.map((stop) => stop()));
  await waitUntilKnown(database, chains, indexer);

  const service = createService(api.url, () => client.identify('key'));
  const closings = await Promise.all(
    chains.map(async ({ local, getHead }) => {
      await waitUntilServed(service, local.chainId, (await getHead()).hash);
      return compareAtRest(local, { service, chainIds: CHAIN_IDS, seed: seed ^ local.chainId, replicas });
    }),
  );
  const differences = closings.flatMap((closing) => closing.differences);
  const questions = closings.reduce((sum, closing) => sum + closing.questions, 0);
  const figures = [
    describeSoaking({ ...soaking, latencies }),
    describeMemory(memories),
    describeAnswers(client.tally),
    describeFeeds(replicas),
    `${await api.countRead()} checks answered by the read model`,
    `closing truth: ${questions} questions, ${differences.length} differences`,
  ];
  const wrong = [
    ...listRisen(memories),
    ...listWrong(client.tally),
    ...replicas.flatMap((replica) => replica.findWrong() ?? []),
    ...differences
      .slice(0, MAX_EXAMPLES)
      .map(({ question, ours, registry }) => `${question}: ours ${ours}, the registry's ${registry}`),
  ];
  if (wrong.length > 0) throw new Error([...wrong, ...figures].join('\n'));
  await Promise.all(replicas.map((replica) => replica.close()));
  for (const each of [api, indexer]) await each.stop();
  return figures.join('; ');
}

/** Waits until the ledger is at the head of every chain and knows the safe and finalized blocks. */
async function waitUntilKnown(
  database: Database,
  chains: readonly SteadyChain[],
  indexer: AppProcess,
): Promise<void> {
  await waitUntilCaughtUp(database, chains, indexer);
  await waitUntil('learn what is safe and final', indexer, async () => {
    const checkpoints = await createReader(database).listCheckpoints();
    const known = chains.map(async ({ local: { chainId, client } }) => {
      const [safe, finalized] = await Promise.all(
        (['safe', 'finalized'] as const).map((blockTag) => client.getBlock({ blockTag })),
      );
      const found = checkpoints.find((checkpoint) => checkpoint.chainId === chainId);
      return found?.safe === Number(safe?.number) && found.finalized === Number(finalized?.number);
    });
    return (await Promise.all(known)).every(Boolean);
  });
}
