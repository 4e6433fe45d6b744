/** The API's command line: one process that answers. */

import { setFlagsFromString } from 'node:v8';
import { type AdminAnswers, ConfigError, startAdminListener } from '@mandate/config';
import { messageOf } from '@mandate/core';
import { connect, listPending } from '@mandate/store';
import { startReadModel } from './answers/read-model.ts';
import { createApi } from './app.ts';
import { readConfig } from './config.ts';
import { onSignals } from './http/signals.ts';
import { createLines, createLog } from './observe/log.ts';

declare module 'fastify' {
  /** Passed on to Node, which has had it since 23.1. */
  interface FastifyListenOptions {
    reusePort?: boolean;
  }
}

const USAGE = `Usage: mandate-server api

Settings are environment variables. docs/operating/configuration.md lists them; .env.example is a file to start from.`;

// V8 discards the bytecode of idle functions. After half a minute without requests, the next ones would cost a third more
// for some seconds, and some of them would take ten times as long.
setFlagsFromString('--no-flush-bytecode');

try {
  await main();
} catch (error) {
  const expected = error instanceof ConfigError;
  console.error(expected ? `${error.message}\n\n${USAGE}` : messageOf(error));
  process.exit(expected ? 2 : 1);
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(USAGE);
  const { host, port, reusePort, tracing: settings, ...config } = readConfig(process.env);
  const lines = createLines();
  const log = createLog(config.logLevel, lines);
  setInterval(() => log.flush(), 1_000).unref();
  for (const warning of config.warnings) log.warn(warning);
  await assertMigrated(config.databaseUrl);
  const answers: AdminAnswers = {
    ready: () => ({ isReady: false, body: { status: 'starting' } }),
    metrics: async () => '',
  };
  const admin = await startAdminListener(config.admin, answers);
  const readModel = await startReadModel(config, log);
  // OpenTelemetry is loaded only where there is a collector to send to.
  const tracing = settings && (await import('./observe/tracing.ts')).startTracing(settings, log);
  const requestLines = log.isLevelEnabled('info') ? lines : null;
  const api = await createApi({ ...config, tracing, readModel, log, requestLines, isAlone: true });
  await api.app.listen({ host, port, reusePort });
  Object.assign(answers, api.admin);
  onSignals(
    async () => {
      await api.close();
      await tracing?.close();
      await readModel?.close();
      admin.close();
      log.info('stopped');
      log.flush();
    },
    () => process.exit(1),
  );
  const address = api.app.server.address();
  const listensAt = typeof address === 'object' && address ? address.port : port;
  log.info({ port: listensAt, adminPort: admin.port, chains: config.chains.length }, 'started');
  log.flush();
}

/** A database that is away may come back; one without our tables will not get them by waiting. */
async function assertMigrated(url: string): Promise<void> {
  const database = connect({ url, maxConnections: 1 });
  const pending = await listPending(database)
    .catch(() => [])
    .finally(() => database.end());
  if (pending.length > 0)
    throw new Error(`The database lacks the migrations ${pending.join(', ')}. Run: mandate-server migrate`);
}
