/** The command line of the workers of webhooks. */
import { parseArgs } from 'node:util';
import { ConfigError, startAdminListener } from '@mandate/config';
import { messageOf } from '@mandate/core';
import { connect, findConnectionShortage, listPending } from '@mandate/store';
import { pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { startWebhooks } from './start.ts';

const USAGE = `Usage: mandate-server webhooks

Delivers the changes of the ledger to the endpoints that owners of keys have made. Several workers share the endpoints.
Settings are environment variables. docs/operating/configuration.md lists them; .env.example is a file to start from.`;

const MAX_CONNECTIONS = 8;
/** Beside the pool: the listener of changes. */
const OTHER_CONNECTIONS = 1;
const STATEMENT_TIMEOUT_MS = 30_000;

try {
  await main();
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof TypeError && 'code' in error);
  console.error(expected ? `${error.message}\n\n${USAGE}` : messageOf(error));
  process.exit(expected ? 2 : 1);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) return console.log(USAGE);
  await runWebhooks(readConfig(process.env));
}

async function runWebhooks({ admin: address, logLevel, warnings, ...config }: Config): Promise<void> {
  const log = pino({ level: logLevel, base: null });
  for (const warning of warnings) log.warn(warning);
  const database = connect({
    url: config.databaseUrl,
    program: 'webhooks',
    maxConnections: MAX_CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
  });
  const pending = await listPending(database);
  if (pending.length > 0)
    throw new Error(`The database lacks the migrations ${pending.join(', ')}. Run: mandate-server migrate`);
  const shortage = await findConnectionShortage(database, MAX_CONNECTIONS + OTHER_CONNECTIONS);
  if (shortage !== null) log.warn(shortage);
  const webhooks = startWebhooks({ ...config, database, log });
  const admin = await startAdminListener(address, webhooks.admin);
  // With WEBHOOKS_PORT=0 the system chooses the port.
  log.info({ port: admin.port, chains: config.chains.length, worker: webhooks.worker }, 'started');
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  await webhooks.stop();
  admin.close();
  await database.end();
  log.info('stopped');
}
