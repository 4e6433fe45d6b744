/**
 * Runs the whole stack for long without faults: memory stays flat, nothing fails, all answers are correct, and the auditor
 * finds no difference. It starts at half time, when the ledger has a history to compare.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import { listMemoryFlags } from '@mandate/testing/process/memory-flags';
import { createService, WALLETS, waitUntilServed } from '@mandate/truth';
import { countRead, waitUntilCaughtUp, waitUntilMarked } from '../caught-up.ts';
import { quantile, sumOf } from '../figures.ts';
import { getHead, keepAllGrowing } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import { startAudit } from '../soak/audit.ts';
import { type Client, createClient } from '../soak/client.ts';
import { compareAtRest } from '../soak/closing-truth.ts';
import { followFeed } from '../soak/feed-replica.ts';
import { judgeMemory } from '../soak/memory.ts';
import { startTraffic } from '../soak/traffic.ts';
import { directly, type Stage, writeFollowed } from '../stage.ts';
import { watch } from '../watch.ts';

/** Mined before the clock starts, because questions about the past need a history. */
const HISTORY_BLOCKS = 40;
/** One block per second, and small reorgs: a long local chain loses its registries in deep ones. */
const STEADY = {
  deepestReorg: 3,
  reorgOneIn: 20,
  maxBlocks: Number.POSITIVE_INFINITY,
  pace: [900, 1_000],
} as const;
const INDEXER_POLL_MS = 500;
const REQUESTS_PER_S = 100;
const SECOND_MS = 1_000;
const SAY_EVERY_S = 5;
const MINUTE_S = 60;
const DEFAULT_MINUTES = 3;
const MAX_EXAMPLES = 3;

export async function soak(stage: Stage, options: Options): Promise<string> {
  const { seed, minutes = DEFAULT_MINUTES, say } = options;
  const held = await stage.createDatabase();
  const { database, url: databaseUrl } = held;
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS, STEADY);
  const chainIds = chains.map(({ local }) => local.chainId);
  const stopGrowing = keepAllGrowing(chains);
  const followed = directly(chains);
  const environment = { NODE_OPTIONS: listMemoryFlags('start:indexer').join(' ') };
  const pollMs = INDEXER_POLL_MS;
  const indexer = await stage.startIndexer({ databaseUrl, followed, pollMs, environment });
  await waitUntilCaughtUp(database, chains, indexer);
  const { api, key } = await stage.startKeyedApi(databaseUrl, {
    CHAINS: writeFollowed(followed),
    READ_MODEL_DIR: stage.createFolder(),
  });
  const client = createClient(api.url, key, createRandom(seed));
  const feeds = [{}, {}, { chainIds: String(chainIds[0]) }, { wallet: WALLETS[0] }];
  const replicas = feeds.map((query, i) => followFeed(api.url, client, query, createRandom(seed + 2 + i)));
  for (const replica of replicas) stage.defer(replica.close);
  const watched = { API: watch(api), indexer: watch(indexer) };
  const describe = (latencies: readonly number[]) =>
    [
      describeDelays(client, latencies),
      ...Object.entries(watched).map(([name, { latestMb }]) => `${name} ${latestMb()} MB`),
      `${sumOf(chains, 'blocks')} blocks, ${sumOf(chains, 'writes')} writes, ${sumOf(chains, 'reorgs')} reorgs`,
    ].join(', ');
  const random = createRandom(seed + 1);
  const stopTraffic = await startTraffic({ client, chains, random, requestsPerS: REQUESTS_PER_S });
  stage.defer(stopTraffic);
  const latencies: number[] = [];
  const startedAt = performance.now();
  let second = 0;
  const goOnUntil = async (end: number) => {
    while (second < end) {
      await delay(Math.max(0, startedAt + ++second * SECOND_MS - performance.now()));
      for (const each of Object.values(watched)) each.look();
      if (second % SAY_EVERY_S > 0) continue;
      const taken = client.tally.latencies.splice(0);
      latencies.push(...taken);
      say(describe(taken));
    }
  };
  await goOnUntil((minutes * MINUTE_S) / 2);
  const audit = await startAudit(stage, held, chains);
  await goOnUntil(minutes * MINUTE_S);
  await stopTraffic();
  await stopGrowing();
  await waitUntilMarked(database, chains, indexer);

  const service = createService(api.url, () => client.identify('key'));
  const closings = await Promise.all(
    chains.map(async ({ local }) => {
      await waitUntilServed(service, local.chainId, (await getHead({ local })).hash);
      return compareAtRest(local, { service, chainIds, seed: seed ^ local.chainId, replicas });
    }),
  );
  const audited = await audit.finish();
  const differences = closings.flatMap((closing) => closing.differences);
  const questions = closings.reduce((sum, closing) => sum + closing.questions, 0);
  const memories = Object.entries(watched).map(([name, { memoryMb }]) => judgeMemory(name, memoryMb));
  const figures = [
    describe(latencies),
    ...[...memories, audited].map(({ figures }) => figures),
    describeAnswers(client),
    ...replicas.map((replica) => replica.describe()),
    `${await countRead(api)} checks answered by the read model`,
    `closing truth: ${questions} questions, ${differences.length} differences`,
  ];
  const { tally } = client;
  const wrong = [
    ...[...memories, audited].flatMap(({ wrong }) => wrong),
    ...replicas.flatMap((replica) => replica.judge()),
    ...[...tally.wrong].map(([status, count]) => `${count} answers with ${status || 'nothing'}`),
    ...tally.examples,
    ...differences
      .slice(0, MAX_EXAMPLES)
      .map(({ question, ours, registry }) => `${question}: ours ${ours}, the registry's ${registry}`),
  ];
  if (wrong.length > 0) throw new Error([...wrong, ...figures].join('\n'));
  await Promise.all(replicas.map((replica) => replica.close()));
  for (const each of [api, indexer]) await each.stop();
  return figures.join('; ');
}

function describeDelays({ tally }: Client, latencies: readonly number[]): string {
  const at = (share: number) => `${Math.round(quantile(latencies, share))} ms`;
  return `${tally.requests} requests, p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

function describeAnswers({ tally: { requests, refused, expired, late, wrong } }: Client): string {
  const others = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  return (
    `of ${requests} requests ${refused} refused to one that asked too much without a key, ${expired} next pages ` +
    `gone after a reorg, ${late} sent again, ${others} other answers than 200`
  );
}
