/** The indexer's command line, and the one place that constructs its parts. */
import { parseArgs } from 'node:util';
import { ConfigError, type ConfiguredChain, startAdminListener } from '@mandate/config';
import { connect, createLocks, createWriter, listPending, migrate } from '@mandate/store';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { findStart } from './find-start.ts';
import { lowerMarks } from './lower-marks.ts';
import { createMetrics } from './metrics.ts';
import { addDatabaseMetrics } from './metrics-of-database.ts';
import { createNode } from './node.ts';
import { startProgress } from './progress.ts';
import { createQuorum } from './quorum.ts';
import { rebuild } from './rebuild.ts';
import { run } from './run.ts';
import { createStatus, describeReadiness } from './status.ts';
import type { Tracing } from './tracing.ts';

const USAGE = `Usage: npm run start:indexer -- [command]

  run                    follow the configured chains (the default)
  migrate                bring the database's schema up to date
  find-start --chain ID  find the first block that can hold a delegation
  lower-marks --chain ID lower safe and final marks that are too high to what the nodes name now
  rebuild --chain ID     let a tainted chain start again from the last block its nodes agree on

Settings are environment variables: docs/configuration.md lists them, .env.example is a file to begin with.`;

try {
  await main();
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof TypeError && 'code' in error);
  console.error(expected ? `${error.message}\n\n${USAGE}` : error instanceof Error ? error.message : error);
  process.exit(expected ? 2 : 1);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { chain: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const [command = 'run'] = positionals;
  if (values.help) return console.log(USAGE);
  const config = readConfig(process.env);
  switch (command) {
    case 'run':
      return runIndexer(config);
    case 'migrate':
      return runMigrations(config);
    case 'find-start':
      return printStart(getChain(config, values.chain));
    case 'lower-marks':
      return runLowerMarks(config, getChain(config, values.chain));
    case 'rebuild':
      return runRebuild(config, getChain(config, values.chain));
    default:
      throw new ConfigError(`There is no command "${command}".`);
  }
}

async function runIndexer(config: Config): Promise<void> {
  const live = process.stdout.isTTY === true;
  const log = pino({ level: live ? 'silent' : config.logLevel, base: null });
  for (const warning of config.warnings) live ? console.warn(warning) : log.warn(warning);
  const database = connect({
    url: config.databaseUrl,
    maxConnections: Math.min(20, config.chains.length + 2),
    onIdleError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
  });
  const pending = await listPending(database);
  if (pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}. Run: npm run start:indexer -- migrate`);
  const locks = createLocks(config.databaseUrl);
  const metrics = createMetrics(config.chains);
  addDatabaseMetrics(metrics.registry, database);
  const status = createStatus(config.chains);
  const tracing = await findTracing(config.tracing, log);
  const admin = await startAdminListener(config.admin, {
    ready: () => describeReadiness(status.list()),
    metrics: () => metrics.registry.metrics(),
  });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  // With INDEXER_PORT=0 the system chooses the port.
  log.info({ port: admin.port, chains: config.chains.length }, 'started');
  const progress = live ? startProgress(status, process.stdout) : null;
  await run({
    chains: config.chains,
    writer: createWriter(database),
    locks,
    observers: [metrics, status, ...(tracing ? [tracing] : [])],
    log,
    signal: stopping.signal,
  });
  progress?.stop();
  admin.close();
  await Promise.all([locks.close(), database.end(), tracing?.close()]);
  log.info('stopped');
}

/** OpenTelemetry is loaded only where there is a collector to send to. */
async function findTracing(settings: Config['tracing'], log: Logger): Promise<Tracing | null> {
  if (!settings) return null;
  const { startTracing } = await import('./tracing.ts');
  return startTracing(settings, log);
}

async function runMigrations(config: Config): Promise<void> {
  const database = connect({ url: config.databaseUrl, maxConnections: 1 });
  const ran = await migrate(database).finally(() => database.end());
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do: the schema is up to date.');
}

async function printStart(chain: ConfiguredChain): Promise<void> {
  const start = await findStart(sourceOf(chain), Object.values(chain.registries), (block) => {
    if (process.stderr.isTTY) process.stderr.write(`\rlooking at block ${block}\x1b[K`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(`"id":${chain.chainId},"startBlock":${start}`);
}

async function runRebuild(config: Config, chain: ConfiguredChain): Promise<void> {
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const said = await rebuild(chain, sourceOf(chain), createWriter(database)).finally(() => database.end());
  console.log(said);
}

async function runLowerMarks(config: Config, chain: ConfiguredChain): Promise<void> {
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const said = await lowerMarks(chain, sourceOf(chain), createWriter(database)).finally(() => database.end());
  console.log(said);
}

function sourceOf(chain: ConfiguredChain) {
  return createQuorum(
    chain.nodes.map((url) => createNode(url)),
    chain.quorum,
  );
}

function getChain(config: Config, id: string | undefined): ConfiguredChain {
  const chain = config.chains.find(({ chainId }) => String(chainId) === id);
  if (!chain) throw new ConfigError(`--chain takes the id of a configured chain, not "${id ?? ''}".`);
  return chain;
}
