/** Starts the service on a ledger, with a read model or without. */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMetric } from '@mandate/testing/process/app-process';
import { until } from '@mandate/testing/until';
import { createFolder, type Folder } from './folder.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

const API = fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url));
/** No indexer is running, so the chain may be silent for any time. */
const CHAINS = JSON.stringify({
  1: { nodes: ['http://127.0.0.1:1'], maxLagSeconds: 1_000_000, maxQuietSeconds: 'unlimited' },
});
/** A very large ledger takes long. */
const LOADED_TIMEOUT_MS = 90 * 60_000;
/** Rarely enough to take nothing from what loads. */
const LOOK_EVERY_MS = 80;

/** Starts it without rate limits unless the environment sets them. */
export function startService(databaseUrl: string, { env, ...options }: ServerOptions = {}): Promise<Server> {
  const all = {
    DATABASE_URL: databaseUrl,
    CHAINS,
    API_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    RATE_LIMIT: 'off',
    ...env,
  };
  return startServer(API, { ...options, env: all });
}

export interface Loaded extends Server {
  /** The seconds until all processes answered from the read model. */
  readonly readySeconds: number;
}

/** Starts it with the read model in this folder, which is loaded if it is not there. */
export async function startWithReadModel(
  databaseUrl: string,
  { path }: Folder,
  { env, ...options }: ServerOptions = {},
): Promise<Loaded> {
  const startedAt = performance.now();
  const server = await startService(databaseUrl, { ...options, env: { ...env, READ_MODEL_DIR: path } });
  const look = async (adminUrl: string) => {
    if ((await readMetric({ adminUrl }, 'mandate_api_read_model_ready', 'chain="1"')) === 1) return true;
    return delay(LOOK_EVERY_MS, false);
  };
  for (const url of server.adminUrls)
    await until('the read model is loaded', () => look(url), LOADED_TIMEOUT_MS);
  return { ...server, readySeconds: (performance.now() - startedAt) / 1000 };
}

export interface MadeReadModel {
  readonly folder: Folder;
  readonly loadSeconds: number;
}

/** Loads a read model. The process that does it ends afterwards. */
export async function makeReadModel(databaseUrl: string): Promise<MadeReadModel> {
  const folder = createFolder('read-model');
  const { readySeconds: loadSeconds, stop } = await startWithReadModel(databaseUrl, folder);
  await stop();
  return { folder, loadSeconds };
}

/** Throws if PostgreSQL answered what the read model should have: the measurement would be about something else. */
export async function assertAnswered({ adminUrls }: Server): Promise<void> {
  for (const adminUrl of adminUrls) {
    for (const what of ['checks', 'list_pages']) {
      const others = await readMetric({ adminUrl }, `mandate_api_${what}_total`, 'source="database"');
      if (others > 0)
        throw new Error(`PostgreSQL answered ${others} ${what} that the read model was to answer.`);
    }
  }
}
