/** `npm run dev`: the whole service on this machine, busy with samples, until Ctrl-C. */
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '@mandate/config';
import { createRandom } from '@mandate/contracts';
import type { Delegation } from '@mandate/core';
import { pino } from 'pino';
import { keepBusy } from './activity.ts';
import { createCleanUp } from './clean-up.ts';
import { readConfig } from './config.ts';
import { createSampleChain, type SampleChain } from './sample-chain.ts';
import { listSamples } from './samples.ts';
import {
  showEnd,
  showExamples,
  showHappening,
  showProblem,
  showStep,
  showTable,
  showText,
  showTitle,
} from './screen.ts';
import { listExamples, PAST, SHOWCASE, STORY } from './showcase.ts';
import { buildSite } from './site.ts';
import { openDatabase, startApi, startChain, startIndexer, withoutPassword } from './stack.ts';

const USAGE = `Usage: npm run dev

Starts two local chains with registries and sample delegations, the indexer, the API and the site. Ctrl-C ends all
of it. The site is built if it is not there; npm run build:web builds it anew.

Environment:
  DATABASE_URL  a PostgreSQL on which a database may be made; it is dropped at the end
                (TEST_DATABASE_URL, or postgres://postgres@127.0.0.1:5432/postgres)
  API_PORT      where the API listens on 127.0.0.1 (8080; 0: any that is free)
  LOG_LEVEL     info shows the logs of API and indexer (silent)`;

/** The same wallets and delegations in every run: what was tried once can be tried again. */
const SEED = 1;
/** Of each chain, before anybody looks. */
const BLOCKS_OF_HISTORY = 20;
/** npm passes on the Ctrl-C that the terminal has sent us already: both are one. */
const ONE_CTRL_C_MS = 1_000;
const RACE_MS = 200;

const stopping = new AbortController();
const cleanUp = createCleanUp();

if (process.argv.includes('--help')) console.log(USAGE);
else process.exit(await main());

/** Gives the exit code. */
async function main(): Promise<number> {
  stopOnSignals();
  const failure = await start().catch(explain);
  if (failure) showProblem(failure);
  const problems = await cleanUp.run();
  problems.forEach(showProblem);
  if (failure || problems.length > 0) return 1;
  showEnd();
  return 0;
}

/** What a person has to read, or null when it is only that we are told to stop. */
async function explain(error: unknown): Promise<string | null> {
  // Ctrl-C also ends the chains, and their silence may reach us before the signal does.
  if (!stopping.signal.aborted) await delay(RACE_MS);
  if (stopping.signal.aborted) return null;
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function stopOnSignals(): void {
  let firstAt = 0;
  const stop = () => {
    if (firstAt === 0) {
      firstAt = performance.now();
      process.stdout.write('\n');
      stopping.abort();
    } else if (performance.now() - firstAt > ONE_CTRL_C_MS) {
      showProblem(`Quit before the end of ${cleanUp.list().join(', ')}.`);
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Nobody reads us any more, as in `npm run dev | head`.
  process.stdout.on('error', () => stopping.abort());
}

async function start(): Promise<never> {
  const { signal } = stopping;
  const step: typeof showStep = (...step) => {
    signal.throwIfAborted();
    return showStep(...step);
  };
  const { serverUrl, apiPort, logLevel } = readConfig(process.env);
  const log = pino({ level: logLevel, base: null }, pino.destination(2));
  const random = createRandom(SEED);
  showTitle();

  const db = await step(
    'database',
    () => openDatabase(serverUrl, cleanUp),
    ({ url }) => new URL(url).pathname.slice(1),
  );
  const local = await step(
    'chains',
    async () => [await startChain(1, cleanUp), await startChain(8453, cleanUp)] as const,
    () => 'both with their registries',
  );
  const options = { db, chains: local, log, cleanUp };
  const webDir = await step(
    'site',
    () => buildSite(signal),
    (folder) => (folder ? 'is built' : 'could not be built: npm run build:web says why'),
  );
  const { url, metricsUrl } = await step(
    'API',
    () => startApi(apiPort, { ...options, webDir }),
    ({ url }) => url,
  );
  // Each with a chance of its own: they are written at the same time, and neither may change the other's.
  const ethereum = createSampleChain(local[0], createRandom(SEED + 1));
  const base = createSampleChain(local[1], createRandom(SEED + 2));
  const [ofEthereum, ofBase] = [
    listSamples(random, ethereum.registries, 240),
    listSamples(random, base.registries, 120),
  ];
  const heads = await step(
    'samples',
    () => Promise.all([play(ethereum, ofEthereum, SHOWCASE.ethereum), play(base, ofBase, SHOWCASE.base)]),
    () => `${ethereum.count()} delegations on ${ethereum.name}, ${base.count()} on ${base.name}`,
  );
  const watch = await step(
    'indexer',
    async () => {
      const watch = startIndexer(options);
      await watch.reached(ethereum.chainId, heads[0], signal);
      await watch.reached(base.chainId, heads[1], signal);
      return watch;
    },
    () => 'has read both chains up to their heads',
  );

  signal.throwIfAborted();
  showTable([
    ...(webDir ? [['Site', url] as const] : []),
    ['API', url],
    ['Interactive reference', `${url}/docs`],
    ['OpenAPI', `${url}/openapi.json`],
    ['Status', `${url}/status`],
    ['Networks', `${url}/networks`],
    ['Metrics', metricsUrl],
    [`Node of ${ethereum.name}`, local[0].url],
    [`Node of ${base.name}`, local[1].url],
    ['Database', withoutPassword(db.url)],
  ]);
  showText(STORY);
  showExamples(url, listExamples());
  showText('Something happens every 3 seconds. Ctrl-C ends all of it and leaves nothing behind.');
  return keepBusy({ chains: [ethereum, base], random, watch, signal, tell: showHappening });
}

/** Lets a chain have a past, and then what the screen promises. Gives the hash of its last block. */
async function play(
  chain: SampleChain,
  samples: readonly Delegation[],
  promised: readonly Delegation[],
): Promise<string> {
  await chain.fill([...PAST.given, ...samples]);
  await chain.age(BLOCKS_OF_HISTORY);
  await chain.fill(promised);
  return chain.takeBack(PAST.takenBack);
}
