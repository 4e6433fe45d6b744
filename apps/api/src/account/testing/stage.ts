/** The service with accounts, over a real socket, and every line that it logs. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { readChains } from '@mandate/config';
import type { Database } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { pino } from 'pino';
import type { LimitConfig } from '../../access/limit/ceilings.ts';
import { type Api, createApi } from '../../app.ts';
import { createBrowser } from './browser.ts';

export const ORIGIN = 'https://mandate.example';

export const WEBHOOK_KEYS = [{ version: 1, secret: createSecretKey(randomBytes(32)) }];

/** Nobody answers there: accounts sign in without a node. */
const NO_NODE = { 1: { nodes: ['http://127.0.0.1:1'] } };

export type Stage = Awaited<ReturnType<typeof startStage>>;

export async function startStage({
  chains = NO_NODE as object,
  publicUrl = ORIGIN,
  withPepper = true,
  services = 1,
  limit = null as LimitConfig | null,
} = {}) {
  const db = await createTestDatabase();
  const secret = randomBytes(32);
  const secrets = new Set<string>([secret.toString('hex'), secret.toString('base64')]);
  const lines: string[] = [];
  const requestLines = { write: (line: string) => void lines.push(line) };
  const log = pino({ level: 'trace' }, requestLines);
  const apis: Api[] = [];
  const urls: string[] = [];
  while (apis.length < services) {
    const api = await createApi({
      databaseUrl: db.url,
      chains: readChains({ CHAINS: JSON.stringify(chains) }),
      publicUrl,
      limit,
      webhooks: { keys: WEBHOOK_KEYS, privateHosts: [] },
      peppers: withPepper ? [{ version: 1, secret: createSecretKey(secret) }] : [],
      log,
      requestLines,
    });
    apis.push(api);
    urls.push(await api.app.listen({ host: '127.0.0.1', port: 0 }));
  }
  const [url = ''] = urls;

  return {
    url,
    urls,
    lines,
    secrets,
    database: db.database as Database,
    createBrowser: (at = url) => createBrowser(at, ORIGIN, secrets),
    /** Fails where a line holds a secret that was handed out. */
    async close() {
      for (const api of apis) await api.close();
      await db.drop();
      const leaks = findLeaks(lines, secrets);
      if (leaks.length > 0) throw new Error(`Secrets were logged:\n${leaks.join('\n')}`);
    },
  };
}

export function findLeaks(lines: readonly string[], secrets: ReadonlySet<string>): string[] {
  const known = [...secrets].map((secret) => secret.toLowerCase());
  return lines.filter((line) => known.some((secret) => line.toLowerCase().includes(secret)));
}
