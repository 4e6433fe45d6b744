/** For tests: a ledger, a receiver, and workers in this process. */
import { randomUUID } from 'node:crypto';
import { type ConfiguredChain, createSecret, sealSecret, versionedSecrets } from '@mandate/config';
import { type Address, parseAddress } from '@mandate/core';
import { createWebhookStore, type WebhookFields } from '@mandate/store';
import { createTestDatabase, createTestLedger } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import type { Ceilings } from '../deliver/owner-ceilings.ts';
import { startWebhooks } from '../start.ts';
import { startReceiver } from './receiver.ts';

const OWNER = parseAddress(`0x${'0e'.repeat(20)}`);
const keys = versionedSecrets.parse(`1:${'ab'.repeat(32)}`);
const DAY_MS = 24 * 3_600_000;
export const NO_CEILINGS: Ceilings = { eventsPerMinute: 1_000_000, bytesPerMinute: 1_000_000_000 };

const configure = (chainId: number): ConfiguredChain => ({
  ...{
    chainId,
    name: `Chain ${chainId}`,
    explorer: null,
    testnet: true,
    registries: {},
    possibleRegistries: {},
  },
  ...{ nodes: [], publicNode: null, quorum: 1, depths: { safe: null, finalized: null }, needsTo: false },
  ...{ startBlock: 0, blockTimeMs: null, pollMs: null, form: null },
  evidence: { bloom: false, receipts: false, header: false, headersFrom: 0, proofs: false },
  maxLag: { ms: DAY_MS, blockAgeMs: null },
});

export async function openStage(chainIds: readonly number[]) {
  const db = await createTestDatabase();
  const receiver = await startReceiver();
  const ledger = createTestLedger(db.database);
  const hooks = createWebhookStore(db.database);
  const running = new Set<ReturnType<typeof startWebhooks>>();

  function start(ceilings: Ceilings = NO_CEILINGS) {
    const worker = startWebhooks({
      ...{ chains: chainIds.map(configure), database: db.database, databaseUrl: db.url, keys },
      ...{
        privateHosts: [receiver.host],
        publicUrl: 'https://mandate.example',
        maxRequests: 16,
        lastsMs: 100,
      },
      ceilings,
      log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    });
    running.add(worker);
    return worker;
  }

  return {
    ...{ db, receiver, ledger, hooks, start, owner: OWNER },
    /** Creates an endpoint at a path of the receiver, and waits until it is active and has begun on these chains. */
    async subscribe(
      path: string,
      { owner = OWNER, ...fields }: Partial<WebhookFields> & { readonly owner?: Address } = {},
      begun: readonly number[] = chainIds,
    ) {
      const id = randomUUID();
      const secret = createSecret();
      const all = {
        chainIds: null,
        registries: null,
        wallets: null,
        contracts: null,
        rights: null,
        kinds: null,
      };
      const made = {
        ...all,
        url: receiver.url(path),
        name: path,
        mark: 'latest',
        aliveMinutes: 0,
        ...fields,
      } as const;
      await hooks.create(owner, { ...made, id, secret: sealSecret(keys, id, secret) }, 1_000);
      await until(`${path} has begun`, async () => {
        const lanes = (await hooks.get(owner, id))?.lanes ?? [];
        return begun.every((chainId) => lanes.some((lane) => lane.chainId === chainId && lane.feed !== null));
      });
      return { id, secret };
    },
    /** Waits for so many events, and returns them all. */
    async receive(path: string, count: number) {
      await until(`${path} got ${count} events`, () => receiver.events(path).length >= count);
      return receiver.events(path);
    },
    /** Replaces the secret of an endpoint, and returns the new one. */
    async rotate(id: string, overlapMs: number): Promise<string> {
      const secret = createSecret();
      await hooks.rotate(OWNER, id, sealSecret(keys, id, secret), overlapMs);
      return secret;
    },
    async stop(worker: ReturnType<typeof startWebhooks>) {
      running.delete(worker);
      await worker.stop();
    },
    async close() {
      await Promise.all([...running].map((worker) => worker.stop()));
      receiver.close();
      await db.drop();
    },
  };
}
