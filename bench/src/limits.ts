/** What keys and limits cost a check: the same load with neither, with a valid key, and counted by Redis. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { requestOf } from './checks.ts';
import { type Load, loadUrl } from './http-load.ts';
import type { Ledger } from './ledger.ts';

const KEYS = fileURLToPath(new URL('../../apps/api/src/keys/main.ts', import.meta.url));
const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const CONNECTIONS = 32;

export interface LimitsResult {
  readonly bare: Load;
  readonly keyed: Load;
  readonly anonymous: Load;
}

export async function measureLimits(
  ledger: Ledger,
  options: { readonly rows: number; readonly seconds: number; readonly rounds: number },
  onRound: (result: LimitsResult) => void,
): Promise<LimitsResult[]> {
  const { rows, seconds, rounds } = options;
  const KEY_PEPPERS = `1:${randomBytes(32).toString('hex')}`;
  const key = await createKey({ DATABASE_URL: ledger.databaseUrl, KEY_PEPPERS });
  const bare = await ledger.startApi();
  const limited = await ledger.startApi({ RATE_LIMIT: 'on', REDIS_URL, TRUSTED_HOPS: '1', KEY_PEPPERS });
  const load = (url: string, headers: string) =>
    loadUrl(url, requestOf(rows, headers), { connections: CONNECTIONS, seconds });
  // Every request comes from an address of its own: what is measured is counting, not refusing.
  const anywhere = `, {["X-Forwarded-For"] = string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255))}`;
  try {
    const results: LimitsResult[] = [];
    for (let i = 0; i < rounds; i++) {
      const result = {
        bare: await load(bare.url, ''),
        keyed: await load(limited.url, `, {["X-API-KEY"] = "${key}"}`),
        anonymous: await load(limited.url, anywhere),
      };
      const failed = result.bare.failed + result.keyed.failed + result.anonymous.failed;
      if (failed > 0) throw new Error(`${failed} checks failed.`);
      results.push(result);
      onRound(result);
    }
    return results;
  } finally {
    await Promise.all([bare.stop(), limited.stop()]);
  }
}

async function createKey(env: NodeJS.ProcessEnv): Promise<string> {
  const args = [KEYS, 'create', '--name', 'bench'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  const key = /mdt_live_\w+/.exec(stdout)?.[0];
  if (!key) throw new Error('The command line made no key.');
  return key;
}
