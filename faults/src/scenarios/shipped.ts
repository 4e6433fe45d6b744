/**
 * The balancer that we ship, before two replicas of which one has no read model, in faults below two minutes: what one of
 * the two could answer is answered, from a few seconds after the fault began.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@mandate/store';
import type { AppProcess } from '@mandate/testing/process/app-process';
import type { Postgres } from '@mandate/testing/process/postgres-server';
import { startShippedProxy } from '@mandate/testing/process/shipped-proxy';
import { waitUntil, waitUntilCaughtUp, waitUntilReading } from '../caught-up.ts';
import { inSeconds, quantile } from '../figures.ts';
import { type KnownChain, startKnownChain } from '../known-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage, writeFollowed } from '../stage.ts';
import { REQUESTS_PER_S, type Sent, startSteadyAsking } from '../steady-asking.ts';

/** A fault is noticed and gone round in this time. */
const NOTICED_MS = 4_000;
/** No client waits longer, whatever happens. */
const MAX_OPEN_MS = 10_000;
const REST_MS = 5_000;
const LOCKED_MS = 25_000;
const STOPPED_MS = 20_000;
const PAUSED_MS = 15_000;
const LAG_SECONDS = 5;

interface World {
  readonly postgres: Postgres;
  readonly database: Database;
  /** It has a read model. */
  readonly reading: AppProcess;
  /** It asks the database only. */
  readonly asking: AppProcess;
  /** Stops the indexer of the second chain, which nobody asks about. */
  letLag(): Promise<void>;
}

const WHILE_LAGGING = 'a stopped database while a chain lags';

const FAULTS: Readonly<Record<string, (world: World) => Promise<void>>> = {
  async 'a lock on the table of the chains'({ database }) {
    const connection = await database.connect();
    await connection.query('begin');
    await connection.query('lock table chain in access exclusive mode');
    await delay(LOCKED_MS);
    await connection.query('rollback');
    connection.release();
  },
  'a stopped database': stopDatabase,
  'a replica that hangs': ({ reading }) => pause(reading),
  'the other replica hangs': ({ asking }) => pause(asking),
  // It comes last: the chain goes on lagging.
  [WHILE_LAGGING]: stopDatabase,
};

async function stopDatabase({ postgres }: World): Promise<void> {
  await postgres.stop();
  await delay(STOPPED_MS);
  await postgres.start();
}

async function pause({ pid }: AppProcess): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await delay(PAUSED_MS);
  process.kill(pid, 'SIGCONT');
}

export async function shipped(stage: Stage, { seed, say }: Options): Promise<string> {
  const { chain, world } = await build(stage, seed);
  const { url, stop } = await startShippedProxy(world.reading, world.asking);
  stage.defer(stop);
  const stopGrowing = chain.keepGrowing();
  const figures: string[] = [];
  for (const [name, happen] of Object.entries(FAULTS)) {
    say(name);
    if (name === WHILE_LAGGING) await world.letLag();
    const { sent, end } = startSteadyAsking(url, chain);
    await delay(REST_MS);
    const began = performance.now();
    await happen(world);
    await delay(REST_MS);
    await end();
    figures.push(`${name}: ${judge(sent, began)}`);
  }
  await stopGrowing();
  return `${REQUESTS_PER_S} requests/s. ${figures.join('; ')}`;
}

async function build(stage: Stage, seed: number) {
  const { postgres, database } = await stage.startDatabaseServer();
  const chain = await startKnownChain(1, seed, { pace: [900, 1_000] });
  stage.defer(chain.local.stop);
  const [quiet] = await stage.startChains(1, seed + 1, 5);
  if (!quiet) throw new RangeError('There is no second chain.');
  const indexer = await stage.startIndexer({ databaseUrl: postgres.url, followed: directly([chain]) });
  const second = await stage.startIndexer({
    databaseUrl: postgres.url,
    followed: [{ chain: quiet, url: quiet.local.url }],
  });
  await waitUntilCaughtUp(database, [chain], indexer);
  await waitUntilCaughtUp(database, [quiet], second);
  const chains = JSON.parse(writeFollowed(directly([chain, quiet])));
  chains[quiet.local.chainId].maxLagSeconds = LAG_SECONDS;
  const settings = { CHAINS: JSON.stringify(chains), TRUSTED_HOPS: '1', API_DRAIN_MS: '5000' };
  const asking = await stage.startApi(postgres.url, settings);
  const reading = await stage.startApi(postgres.url, { ...settings, READ_MODEL_DIR: stage.createFolder() });
  await waitUntilReading(reading, 2);
  const letLag = async () => {
    await second.stop();
    await waitUntil('the second chain lags', asking, async () => {
      const { status } = await fetch(`${asking.url}${quietCheck(quiet.local.chainId, chain)}`);
      return status === 503;
    });
  };
  return { chain, world: { postgres, database, reading, asking, letLag } };
}

const quietCheck = (chainId: number, { pairs: [first] }: KnownChain) =>
  (first?.path ?? '').replace(/chainId=\d+/, `chainId=${chainId}`);

function judge(sent: readonly Sent[], began: number): string {
  const failed = sent.filter(({ problem }) => problem !== null);
  const [late] = failed.filter(({ at }) => at > began + NOTICED_MS || at < began - REST_MS);
  if (late) throw new Error(`sent ${inSeconds(late.at - began)} after the fault began: ${late.problem}`);
  const wrong = failed.find(({ problem }) => /registry says/.test(problem ?? ''));
  if (wrong) throw new Error(wrong.problem ?? '');
  const longest = Math.max(...sent.map(({ ms }) => ms));
  if (longest > MAX_OPEN_MS) throw new Error(`a request was open for ${inSeconds(longest)}`);
  const lastMs = Math.max(0, ...failed.map(({ at }) => at - began));
  return (
    `${sent.length} requests, ${failed.length} refused, the last sent ${inSeconds(lastMs)} after it began; ` +
    `99 % in ${inSeconds(
      quantile(
        sent.map(({ ms }) => ms),
        0.99,
      ),
    )}, all in ${inSeconds(longest)}`
  );
}
