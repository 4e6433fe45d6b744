/** `npm run dev`: runs the whole service locally with changing sample data, until Ctrl-C. */
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

Starts two local chains with registries and sample delegations, the indexer, the API and the site, until Ctrl-C.
Builds the site if it is missing; npm run build:web rebuilds it.

Environment:
  DATABASE_URL  a PostgreSQL server for a temporary database, which is dropped at the end
                (TEST_DATABASE_URL, or postgres://postgres@127.0.0.1:5432/postgres)
  API_PORT      port of the API on 127.0.0.1 (8080; 0: any free port)
  LOG_LEVEL     info shows the logs of the API and the indexer (silent)`;

/** Every run has the same wallets and delegations, so that results can be repeated. */
const SEED = 1;
/** Blocks per chain before the service starts. */
const BLOCKS_OF_HISTORY = 20;
/** npm forwards the Ctrl-C that the terminal has already sent to us. Two within this time count as one. */
const ONE_CTRL_C_MS = 1_000;
const RACE_MS = 200;

const stopping = new AbortController();
const cleanUp = createCleanUp();

if (process.argv.includes('--help')) console.log(USAGE);
else process.exit(await main());

/** Returns the exit code. */
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

/** Returns the message for the user, or null if the error only results from stopping. */
async function explain(error: unknown): Promise<string | null> {
  // Ctrl-C also stops the chains, and their failures may arrive before our own signal.
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
      showProblem(`Stopped before cleaning up: ${cleanUp.list().join(', ')}.`);
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The output pipe was closed, as in `npm run dev | head`.
  process.stdout.on('error', () => stopping.abort());
}

async function start(): Promise<never> {
  const { signal } = stopping;
  const step: typeof showStep = (...step) => {
    signal.throwIfAborted();
    return showStep(...step);
  };
  const { serverUrl, apiPort, logLevel } = readConfig(process.env);
  const lines = pino.destination(2);
  const log = pino({ level: logLevel, base: null }, lines);
  const requestLines = log.isLevelEnabled('info')
    ? { write: (line: string) => void lines.write(line) }
    : null;
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
  const options = { db, chains: local, log, requestLines, cleanUp };
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
  // Each chain has its own random source: they run in parallel, and neither may influence the other.
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
    [`${ethereum.name} node`, local[0].url],
    [`${base.name} node`, local[1].url],
    ['Database', withoutPassword(db.url)],
  ]);
  showText(STORY);
  showExamples(url, listExamples());
  showText('A delegation changes every 3 seconds. Ctrl-C stops everything and cleans up.');
  return keepBusy({ chains: [ethereum, base], random, watch, signal, tell: showHappening });
}

/** Writes a history and then the showcase to a chain. Returns the hash of its last block. */
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
