/** The API's command line. */
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { type AdminAnswers, ConfigError, startAdminListener } from '@mandate/config';
import { connect, listPending } from '@mandate/store';
import type { Logger } from 'pino';
import { type OpenHostReadModel, startReadModel } from './answers/read-model.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './observe/log.ts';
import { onSignals } from './processes/signals.ts';
import type { Serving } from './serve.ts';

const USAGE = `Usage: npm run start:api

Settings are environment variables: docs/configuration.md lists them, .env.example is a file to begin with.`;

// V8 forgets what it has compiled of functions that rest. After half a minute without requests, the next ones would cost a
// third more for seconds, and some of them take ten times as long.
setFlagsFromString('--no-flush-bytecode');

const STARTING: AdminAnswers = {
  ready: () => ({ isReady: false, body: { status: 'starting' } }),
  metrics: async () => '',
};

try {
  await main();
} catch (error) {
  const expected = error instanceof ConfigError;
  console.error(expected ? `${error.message}\n\n${USAGE}` : error instanceof Error ? error.message : error);
  process.exit(expected ? 2 : 1);
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(USAGE);
  if (cluster.isWorker) return (await import('./processes/worker.ts')).runWorker();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  setInterval(() => log.flush(), 1_000).unref();
  for (const warning of config.warnings) log.warn(warning);
  await assertMigrated(config.databaseUrl);
  let answers: AdminAnswers = STARTING;
  const admin = await startAdminListener(config.admin, {
    ready: () => answers.ready(),
    metrics: () => answers.metrics(),
  });
  const readModel = await startReadModel(config, log, { readOnly: false });
  const serving = await start(config, log, readModel);
  answers = serving.admin;
  onSignals(async () => {
    await serving.close();
    await readModel?.close();
    admin.close();
    log.info('stopped');
    log.flush();
  }, serving.closeNow);
  log.info({ port: serving.port, adminPort: admin.port, chains: config.chains.length }, 'started');
  log.flush();
}

/** The first of several loads nothing of what the others answer with. */
async function start(config: Config, log: Logger, readModel: OpenHostReadModel | null): Promise<Serving> {
  if (config.processes > 1)
    return (await import('./processes/first.ts')).startWorkers({ ...config, readModel, log });
  return (await import('./serve.ts')).serve(config, { log, readModel });
}

/** A database that is away may come back; one without our tables will not get them by waiting. */
async function assertMigrated(url: string): Promise<void> {
  const database = connect({ url, maxConnections: 1 });
  const pending = await listPending(database)
    .catch(() => [])
    .finally(() => database.end());
  if (pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}. Run: npm run start:indexer -- migrate`);
}
