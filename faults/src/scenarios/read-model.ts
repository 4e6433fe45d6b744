/** Kills the API at random moments while its read model is updated or rebuilt: no answer may show it. */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import { answersOverHttp, compare, createService, QUESTIONS, waitUntilServed } from '@mandate/truth';
import { type ApiProcess, startApi } from '../api-process.ts';
import { waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import { writeFollowed } from '../indexer-process.ts';
import type { LivelyChain } from '../lively-chain.ts';
import { inSeconds, type Options, type Scenario } from '../scenario.ts';
import { directly, onStage, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 30;
const PACE = { minMs: 20, maxMs: 120 };
/** The share of kills that come during a rebuild. */
const REBUILD_SHARE = 1 / 3;
const MAX_LIFE_MS = { following: 1_500, rebuilding: 60 };
/** The start time of a process that finds an existing read model. */
const MAX_START_MS = 2_000;

export const readModel: Scenario = {
  name: 'read-model',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed, kills: wanted, say }: Options): Promise<string> {
  const kills = Math.ceil(wanted / 2);
  const random = createRandom(seed);
  const chains = await stage.startChains(2, seed);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const chainIds = chains.map(({ local }) => local.chainId);
  const { url: databaseUrl, database } = await stage.createDatabase();
  const indexer = await stage.startIndexer({ databaseUrl, followed: directly(chains) });
  await waitUntilCaughtUp(database, chains, indexer);
  const readModelDir = stage.createFolder();
  const start = async (): Promise<ApiProcess> => {
    const api = await startApi({ databaseUrl, chains: writeFollowed(directly(chains)), readModelDir });
    stage.defer(api.kill);
    return api;
  };

  const stops = chains.map((chain) => chain.keepGrowing(PACE));
  for (let killed = 1; killed <= kills; killed++) {
    const isRebuilding = killed <= kills * REBUILD_SHARE;
    // A process that finds another one rebuilding waits a while first, so the folder is emptied.
    if (killed <= kills * REBUILD_SHARE + 1) await rm(readModelDir, { recursive: true, force: true });
    const api = await start();
    await delay(integer(random, 0, isRebuilding ? MAX_LIFE_MS.rebuilding : MAX_LIFE_MS.following));
    api.assertAlive();
    await api.kill();
    say(`${killed} of ${kills} kills${isRebuilding ? ', during a rebuild' : ''}`);
  }
  await Promise.all(stops.map((stop) => stop()));
  await waitUntilCaughtUp(database, chains, indexer);

  const last = await start();
  await waitUntil('let the API read all of its chains', indexer, () => last.isReading(chainIds));
  const questions = await assertTrue(last, chains);
  await last.stop();
  const again = await start();
  const startedAt = performance.now();
  await waitUntil('let the API go on from what was left', indexer, () => again.isReading(chainIds));
  const startMs = performance.now() - startedAt;
  if (startMs > MAX_START_MS)
    throw new Error(`after a restart, the read model was not ready for ${inSeconds(startMs)}`);
  await assertTrue(again, chains);
  for (const each of [again, indexer]) await each.stop();
  const sum = (which: 'blocks' | 'reorgs') => chains.reduce((total, { counts }) => total + counts[which], 0);
  return (
    `${kills} kills in ${sum('blocks')} blocks and ${sum('reorgs')} reorgs of 2 chains; then ${questions} questions, ` +
    `0 differences; ready ${inSeconds(startMs)} after a restart`
  );
}

/** Compares the read model's answers with the contracts. Resolves with the number of questions. */
async function assertTrue(api: ApiProcess, chains: readonly LivelyChain[]): Promise<number> {
  const service = createService(api.url);
  const before = await api.countRead();
  for (const { local } of chains) {
    const { hash: blockHash } = await local.client.getBlock();
    await waitUntilServed(service, local.chainId, blockHash);
    const answers = answersOverHttp(service, local.chainId, blockHash);
    const [first] = await compare(local, { answers, blockHash });
    if (first) throw new Error(`${first.question}: ours ${first.ours}, the registry's ${first.registry}`);
  }
  const asked = QUESTIONS.length * chains.length;
  const read = (await api.countRead()) - before;
  if (read < asked) throw new Error(`of ${asked} checks the read model answered ${read}`);
  return asked;
}
