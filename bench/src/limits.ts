/**
 * Measures what keys and limits cost a check: the same load without either, with a valid key, and counted by
 * Redis.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createRandom, integer } from '@mandate/contracts';
import { type Load, loadUrl, type Request } from './http-load.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { median, round } from './median.ts';
import type { Part } from './part.ts';
import { address } from './serving/data.ts';

const KEYS = fileURLToPath(new URL('../../apps/api/src/access/keys/main.ts', import.meta.url));
const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const CONNECTIONS = 32;

interface LimitsResult {
  readonly bare: Load;
  readonly keyed: Load;
  readonly anonymous: Load;
}

export const limits: Part = {
  about: 'what keys and limits cost a check, with Redis',
  async run({ rows, rounds, seconds }, say) {
    say(`Keys and limits at ${rows} rows, ${rounds} rounds of ${seconds} s each`);
    const ledger = await createLedger(rows);
    try {
      const results = await measureLimits(ledger, { rounds, seconds }, ({ bare, keyed, anonymous }) => {
        say(
          `  neither ${bare.perSecond}/s, with a key ${keyed.perSecond}/s, counted ${anonymous.perSecond}/s`,
        );
      });
      const keyed = median(results.map((result) => result.keyed.perSecond / result.bare.perSecond));
      const anonymous = median(results.map((result) => result.anonymous.perSecond / result.bare.perSecond));
      const ratios = { keyedToBare: round(keyed), anonymousToBare: round(anonymous) };
      say(`  ratios: ${ratios.keyedToBare} with a key, ${ratios.anonymousToBare} counted by Redis`);
      return { limits: results, ratios };
    } finally {
      await ledger.drop();
    }
  },
};

async function measureLimits(
  ledger: Ledger,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
  onRound: (result: LimitsResult) => void,
): Promise<LimitsResult[]> {
  const KEY_PEPPERS = `1:${randomBytes(32).toString('hex')}`;
  const key = await createKey({ DATABASE_URL: ledger.databaseUrl, KEY_PEPPERS });
  const bare = await ledger.startApi();
  const limited = await ledger.startApi({ RATE_LIMIT: 'on', REDIS_URL, TRUSTED_HOPS: '1', KEY_PEPPERS });
  const random = createRandom(1);
  /** Checks a random pair; every second one has no delegation. */
  const check = (): Request => {
    const n = integer(random, 1, 2 * ledger.rows);
    const query = `delegate=${address('bb', n)}&vault=${address('aa', n)}&contract=${address('cc', n)}&tokenId=${n}`;
    return { path: `/registry/v2/check/erc721?${query}` };
  };
  const withKey = (): Request => ({ ...check(), header: ['X-API-KEY', key] });
  // Sends each request from its own address, to measure counting instead of rejecting.
  const fromAnywhere = (): Request => {
    const client = `10.${[1, 2, 3].map(() => integer(random, 0, 255)).join('.')}`;
    return { ...check(), header: ['X-Forwarded-For', client] };
  };
  const load = (url: string, next: () => Request) =>
    loadUrl(url, next, { connections: CONNECTIONS, seconds });
  try {
    const results: LimitsResult[] = [];
    for (let i = 0; i < rounds; i++) {
      const result = {
        bare: await load(bare.url, check),
        keyed: await load(limited.url, withKey),
        anonymous: await load(limited.url, fromAnywhere),
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
