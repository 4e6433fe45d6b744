/**
 * The real parts together: PostgreSQL, a read model, the API, the SDK's stream and a hook. Whatever makes the service stop
 * saying yes, everybody else stops, too, and comes back. How soon is held by `late-yes.test.ts`, on a clock of its own.
 */

import { readChains } from '@mandate/config';
import { createRandom, type Random } from '@mandate/contracts';
import { createClient } from '@mandate/sdk';
import { clearMarks, connect, createAuditRecords, type Database, migrate } from '@mandate/store';
import { at, createTestLedger, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { LET_LAG, UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { environmentManager } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ask,
  type ReadModelApi,
  startReadModelApi,
  untilReading,
} from '../../../apps/api/src/testing/read-model-api.ts';
import { type Shown, showHook, showWorker } from './testing/live-page.ts';

const ROUNDS = size(1, 20);
/** The share of all troubles in a round. Some take seconds. */
const TROUBLES_IN_ROUND = size(2, 7);
const CHAINS = JSON.stringify({ 1: { ...UNFOLLOWED, maxLagSeconds: 2 } });
const BEAT_MS = 200;
const CHAIN_ID = 1;
const GRANT = delegate('', { kind: 'all' });
const QUESTION = { kind: 'all', to: wallets.hot, from: wallets.vault } as const;
const CHECK = `/registry/v2/check/all?to=${wallets.hot}&from=${wallets.vault}`;
const LIST = `/registry/v2/${wallets.vault}`;

const folder = createFolder();
let postgres: Postgres;
let database: Database;
let ledger: ReturnType<typeof createTestLedger>;
let service: ReadModelApi;
let shown: Record<string, Shown> = {};
let beating: NodeJS.Timeout;
let isSilent = false;
let grantedAt = 2;

beforeAll(async () => {
  environmentManager.setIsServer(() => false);
  postgres = await startPostgres();
  database = connect({ url: postgres.url, maxConnections: 2 });
  await migrate(database);
  ledger = createTestLedger(database);
  await ledger.openChain();
  await ledger.write(CHAIN_ID, 1);
  await grant();
  beating = setInterval(() => {
    if (!isSilent) database.query('update chain set heartbeat = heartbeat + 1').catch(() => {});
  }, BEAT_MS);
  service = await startReadModelApi(postgres.url, folder.path, readChains({ CHAINS }));
  await untilReading(service, CHECK);
  const client = createClient({ baseUrl: service.url });
  shown = { hook: showHook(client, QUESTION, 1_000), worker: showWorker(client, wallets.vault) };
});
afterAll(async () => {
  clearInterval(beating);
  for (const each of Object.values(shown)) each.close();
  await service?.close();
  await database?.end();
  await postgres?.remove();
  folder.remove();
});

async function headOf(): Promise<number> {
  return (await ledger.writer.findCheckpoint(CHAIN_ID))?.block.number ?? 0;
}

async function grant(): Promise<void> {
  grantedAt = (await headOf()) + 1;
  await ledger.write(CHAIN_ID, grantedAt, row(GRANT, at(grantedAt)));
}

async function mark(): Promise<void> {
  const { vault, hot: wallet } = wallets;
  const finding = { chainId: CHAIN_ID, passId: 1, registry: 'v2', vault, wallet, grant: 'x' } as const;
  const kind = { half: 'logs', kind: 'invented', evidence: {}, confirmed: true } as const;
  await createAuditRecords(database).findings.keep([{ ...finding, ...kind }]);
}

/** Each trouble that makes the service stop saying yes, and its end. */
const TROUBLES: Readonly<
  Record<string, readonly [begin: () => Promise<unknown>, end: () => Promise<unknown>]>
> = {
  lag: [() => database.query(LET_LAG, [CHAIN_ID]), async () => ledger.write(CHAIN_ID, (await headOf()) + 1)],
  silence: [
    async () => {
      isSilent = true;
    },
    async () => {
      isSilent = false;
    },
  ],
  taint: [
    () => ledger.taint(CHAIN_ID, 'test'),
    () => database.query("update chain set state = 'following', reason = null, feed = gen_random_uuid()"),
  ],
  mark: [
    mark,
    async () => {
      const connection = await database.connect();
      await clearMarks(connection, CHAIN_ID, wallets.vault);
      connection.release();
    },
  ],
  revocation: [
    async () => {
      const head = (await headOf()) + 1;
      await ledger.write(CHAIN_ID, head, row(GRANT, at(grantedAt), at(head)));
    },
    grant,
  ],
  repair: [
    async () => {
      await ledger.write(CHAIN_ID, (await headOf()) + 1);
      await mark();
      const block = await ledger.writer.findBlockUpTo(CHAIN_ID, (await headOf()) - 1);
      if (!block) throw new Error('The ledger has no block to go back to.');
      await ledger.writer.repair(CHAIN_ID, { vaults: [wallets.vault], rows: [], eventful: [], block });
    },
    grant,
  ],
  database: [() => postgres.stop(), () => postgres.start()],
};

/** Names everybody who says yes. */
async function listYes(): Promise<string[]> {
  const [check, list] = await Promise.all([ask(service.url, CHECK), ask(service.url, LIST)]);
  const views = Object.entries(shown).flatMap(([name, { isYes }]) => (isYes() ? [name] : []));
  return [
    ...(check.code === '200' && check.body === 'true' ? ['check'] : []),
    ...(list.code === '200' && list.body !== '[]' ? ['list'] : []),
    ...views,
  ];
}

const drawTroubles = (random: Random) =>
  Object.entries(TROUBLES)
    .map((trouble) => ({ trouble, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ trouble }) => trouble)
    .slice(0, TROUBLES_IN_ROUND);

test(
  'whatever makes the service stop saying yes, lists, streams and hooks stop, too',
  async () => {
    const random = createRandom(readSeed('late yes, real parts'));
    const everybody = ['check', 'list', 'hook', 'worker'];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, [begin, end]] of drawTroubles(random)) {
        await expect.poll(listYes, { message: `before ${name}` }).toEqual(everybody);
        await begin();
        await expect.poll(listYes, { message: `during ${name}` }).toEqual([]);
        await end();
      }
      await expect.poll(listYes).toEqual(everybody);
    }
  },
  TIMEOUT_MS,
);
