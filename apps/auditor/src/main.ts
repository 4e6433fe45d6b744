/** The auditor's command line. Constructs all parts of the auditor. */

import { parseArgs } from 'node:util';
import { ConfigError, startAdminListener } from '@mandate/config';
import { messageOf } from '@mandate/core';
import { connect, findConnectionShortage, listPending } from '@mandate/store';
import { pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { openSigner } from './report/signing-key.ts';
import { startAuditor } from './start.ts';

const USAGE = `Usage: mandate-server auditor

Compares the ledger with the chains again, pass after pass, and signs a report for each day.
Settings are environment variables. docs/operating/configuration.md lists them; .env.example is a file to start from.`;

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
  await runAuditor(readConfig(process.env));
}

async function runAuditor(config: Config): Promise<void> {
  const { chains } = config;
  const log = pino({ level: config.logLevel, base: null });
  for (const warning of config.warnings) log.warn(warning);
  const signer = openSigner(config.keyFile);
  const maxConnections = Math.min(20, chains.length + 2);
  const database = connect({
    url: config.databaseUrl,
    program: 'auditor',
    maxConnections,
    onIdleError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
  });
  const pending = await listPending(database);
  if (pending.length > 0)
    throw new Error(`The database lacks the migrations ${pending.join(', ')}. Run: mandate-server migrate`);
  const shortage = await findConnectionShortage(database, maxConnections + 1);
  if (shortage !== null) log.warn(shortage);
  const { limits, passMs, databaseUrl } = config;
  const auditor = startAuditor({ chains, database, databaseUrl, limits, passMs, signer, log });
  const admin = await startAdminListener(config.admin, auditor.admin);
  // With AUDITOR_PORT=0 the system chooses the port.
  log.info({ port: admin.port, chains: chains.length, publicKey: signer.publicKey }, 'started');
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  await auditor.stop();
  admin.close();
  await database.end();
  log.info('stopped');
}
