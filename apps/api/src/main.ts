/** The API's command line. */
import { ConfigError } from '@mandate/config';
import { connect, listPending } from '@mandate/store';
import { createApi } from './api.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';

const USAGE = `Usage: npm run start:api

Environment: DATABASE_URL, CHAINS_FILE or CHAINS (the indexer's), API_HOST (0.0.0.0), API_PORT (8080), PUBLIC_URL,
API_DRAIN_MS (0), LOG_LEVEL (info), RATE_LIMIT (on), REDIS_URL, TRUSTED_HOPS (0),
KEY_PEPPERS, WEB_DIR (apps/web/dist, where it is built)`;

try {
  await main();
} catch (error) {
  const expected = error instanceof ConfigError;
  console.error(expected ? `${error.message}\n\n${USAGE}` : error instanceof Error ? error.message : error);
  process.exit(expected ? 2 : 1);
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(USAGE);
  const { host, port, logLevel, ...options } = readConfig(process.env);
  const log = createLog(logLevel);
  setInterval(() => log.flush(), 1_000).unref();
  await assertMigrated(options.databaseUrl);
  const api = await createApi({ ...options, log });
  await api.app.listen({ host, port });
  const address = api.app.server.address();
  log.info(
    { port: typeof address === 'object' ? address?.port : port, chains: options.chains.length },
    'started',
  );
  log.flush();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await api.close();
      log.info('stopped');
      log.flush();
    });
  }
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
