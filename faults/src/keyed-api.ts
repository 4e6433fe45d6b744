/** The API with everything it can use: limits, Redis, its read model, and a key created by `npm run keys`. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AppProcess } from '@mandate/testing/app-process';
import { BARE_ENVIRONMENT } from '@mandate/testing/bare-environment';
import { listMemoryFlags } from '@mandate/testing/memory-flags';
import { until } from '@mandate/testing/until';
import { type ApiOptions, type ApiProcess, startApi } from './api-process.ts';

const root = new URL('../../', import.meta.url);

export interface KeyedApi {
  readonly api: ApiProcess;
  readonly key: string;
}

/** Runs it behind one proxy: clients state their address in `X-Forwarded-For`. */
export async function startKeyedApi({ environment, ...options }: ApiOptions): Promise<KeyedApi> {
  const peppers = `1:${randomBytes(32).toString('hex')}`;
  const keyed = { DATABASE_URL: options.databaseUrl, KEY_PEPPERS: peppers };
  const keys = fileURLToPath(new URL('apps/api/src/account/command/main.ts', root));
  const env = { ...BARE_ENVIRONMENT, ...keyed };
  const made = await promisify(execFile)(process.execPath, [keys, 'create', '--name', 'soak'], { env });
  const api = await startApi({
    ...options,
    environment: {
      KEY_PEPPERS: peppers,
      TRUSTED_HOPS: '1',
      NODE_OPTIONS: listMemoryFlags('start:api').join(' '),
      REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
      ...environment,
    },
  });
  return { api, key: made.stdout.split('\n')[0] ?? '' };
}

/** Redis may be late on a busy machine. The service then connects again by itself. */
export async function waitUntilCountsInRedis({ adminUrl }: AppProcess): Promise<void> {
  await until('Redis counts requests (start redis-server, or set REDIS_URL)', async () => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    return /^mandate_api_limit_shared 1$/m.test(metrics);
  });
}
