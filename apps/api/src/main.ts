/** The API's command line. */
import { ConfigError } from '@mandate/config';
import { pino } from 'pino';
import { createApi } from './api.ts';
import { readConfig } from './config.ts';

const USAGE = `Usage: npm run start:api

Environment: DATABASE_URL, CHAINS_FILE or CHAINS (the indexer's), API_HOST (0.0.0.0), API_PORT (8080), PUBLIC_URL,
API_DRAIN_MS (0), LOG_LEVEL (info)`;

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
  // Lines are written in batches: what the last of them says reaches the disk when the process ends.
  const log = pino({ level: logLevel, base: null }, pino.destination({ sync: false, minLength: 4_096 }));
  setInterval(() => log.flush(), 1_000).unref();
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
