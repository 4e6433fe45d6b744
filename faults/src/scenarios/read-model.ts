/** Kills the API at random moments while its read model is updated or rebuilt: no answer may show it. */
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import type { AppProcess } from '@mandate/testing/process/app-process';
import { answersOverHttp, compare, createService, QUESTIONS, waitUntilServed } from '@mandate/truth';
import { countRead, waitUntilCaughtUp, waitUntilReading } from '../caught-up.ts';
import { inSeconds, sumOf } from '../figures.ts';
import { keepAllGrowing, type LivelyChain } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage, writeFollowed } from '../stage.ts';

const HISTORY_BLOCKS = 30;
/** The share of kills that come during a rebuild. */
const REBUILD_SHARE = 1 / 3;
const MAX_LIFE_MS = { following: 1_500, rebuilding: 60 };
/** The start time of a process that finds an existing read model. */
const MAX_START_MS = 2_000;

export async function readModel(stage: Stage, { seed, kills: wanted, say }: Options): Promise<string> {
  const kills = Math.ceil(wanted / 2);
  const random = createRandom(seed);
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS, { pace: [20, 120] });
  const { url: databaseUrl, database } = await stage.createDatabase();
  const indexer = await stage.startIndexer({ databaseUrl, followed: directly(chains) });
  await waitUntilCaughtUp(database, chains, indexer);
  const readModelDir = stage.createFolder();
  const settings = { CHAINS: writeFollowed(directly(chains)), READ_MODEL_DIR: readModelDir };
  const start = () => stage.startApi(databaseUrl, settings);

  const stopGrowing = keepAllGrowing(chains);
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
  await stopGrowing();
  await waitUntilCaughtUp(database, chains, indexer);

  const last = await start();
  await waitUntilReading(last, chains.length);
  const questions = await assertTrue(last, chains);
  await last.stop();
  const again = await start();
  const startMs = await waitUntilReading(again, chains.length);
  if (startMs > MAX_START_MS)
    throw new Error(`after a restart, the read model was not ready for ${inSeconds(startMs)}`);
  await assertTrue(again, chains);
  for (const each of [again, indexer]) await each.stop();
  return (
    `${kills} kills in ${sumOf(chains, 'blocks')} blocks and ${sumOf(chains, 'reorgs')} reorgs of 2 chains; then ${questions} questions, ` +
    `0 differences; ready ${inSeconds(startMs)} after a restart`
  );
}

/** Compares the read model's answers with the contracts. Resolves with the number of questions. */
async function assertTrue(api: AppProcess, chains: readonly LivelyChain[]): Promise<number> {
  const service = createService(api.url);
  const before = await countRead(api);
  for (const { local } of chains) {
    const { hash: blockHash } = await local.client.getBlock();
    await waitUntilServed(service, local.chainId, blockHash);
    const answers = answersOverHttp(service, local.chainId, blockHash);
    const [first] = await compare(local, { answers, blockHash });
    if (first) throw new Error(`${first.question}: ours ${first.ours}, the registry's ${first.registry}`);
  }
  const asked = QUESTIONS.length * chains.length;
  const read = (await countRead(api)) - before;
  if (read < asked) throw new Error(`of ${asked} checks the read model answered ${read}`);
  return asked;
}
