/** The API with a read model, when its database is away: what it still answers, for how long, and what it says then. */

import { setTimeout as delay } from 'node:timers/promises';
import { readChains } from '@mandate/config';
import { connect, type Database, migrate } from '@mandate/store';
import { at, createTestLedger, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { createFolder } from '@mandate/testing/process/folder';
import { type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type ReadModelApi, startReadModelApi, untilReading } from '../testing/read-model-api.ts';

const MAX_LAG_S = 4;
const CHAINS = readChains({
  CHAINS: JSON.stringify({ 1: { ...UNFOLLOWED, maxLagSeconds: MAX_LAG_S } }),
});
const HEARTBEAT_MS = 200;
const RESTART_MS = 20_000;

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
/** Each takes another way through the service. */
const CHECKS = [
  CHECK,
  `${CHECK}&numbers=string`,
  `${CHECK}&minBlock=2`,
  `${CHECK.replace('/all', '/contract')}&contract=${wallets.other}`,
];
const LISTS = [`/registry/v2/${wallets.vault}`, `/registry/v2/${wallets.hot}?limit=1`];
const RESOLVE = `/resolve?to=${wallets.hot}`;
const WALLET = `/wallets/${wallets.hot}`;
const PRESENT = [...CHECKS, ...LISTS, RESOLVE, WALLET];
/** The read model has not reached this block. */
const LATER = `${CHECK}&minBlock=3`;
/** The questions that only the database can answer. */
const OTHERS = [
  `${CHECK}&explain=true`,
  `${CHECK}&blockTag=safe`,
  `/registry/v2/${wallets.vault}?blockTag=safe`,
  `${RESOLVE}&consistency=strict`,
  `${WALLET}?consistency=strict`,
];
const INSIDE = /relation|select |sql|postgres|lmdb|mdb|ECONN|replica|\.ts|node_modules|stack|127\.|\/tmp/i;

const folders = [createFolder(), createFolder()] as const;
let postgres: Postgres;
let database: Database;
let ledger: ReturnType<typeof createTestLedger>;
let chainId: number;
let heartbeat: NodeJS.Timeout;
let isBeating = true;

/** Says how far the chain is, also when nothing is new, as the indexer does. */
async function beat(): Promise<void> {
  const checkpoint = isBeating ? await ledger.writer.findCheckpoint(chainId) : null;
  if (!checkpoint) return;
  const { block, head, safe, finalized } = checkpoint;
  await ledger.writer.mark(chainId, block, { head, safe, finalized }, 'following');
}

beforeAll(async () => {
  postgres = await startPostgres();
  database = connect({ url: postgres.url, maxConnections: 2 });
  await migrate(database);
  ledger = createTestLedger(database);
  chainId = await ledger.openChain();
  await ledger.write(chainId, 2, row(delegate('', { kind: 'all' }), at(2)));
  heartbeat = setInterval(() => void beat().catch(() => {}), HEARTBEAT_MS);
});
afterAll(async () => {
  clearInterval(heartbeat);
  await database?.end();
  await postgres?.remove();
  for (const folder of folders) folder.remove();
});

async function codeOf(url: string, path: string): Promise<string> {
  const { code, body, headers } = await ask(url, path);
  if (code === '200') return code;
  // The address that was asked is the client's own; nothing else may speak of the inside.
  expect(body.replaceAll(path.split('?')[0] ?? '', ''), path).not.toMatch(INSIDE);
  expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0);
  return code;
}

/** Asks until everything is refused, and tells how long after the stop that was, question by question. */
async function askUntilRefused(
  service: ReadModelApi,
  bodies: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const stoppedAt = performance.now();
  const refusedAfter = new Map<string, number>();
  for (; refusedAfter.size < PRESENT.length; await delay(50)) {
    for (const path of PRESENT) {
      const { code, body, block } = await ask(service.url, path);
      const age = performance.now() - stoppedAt;
      const before = refusedAfter.get(path);
      // Never anything but what was true at the block it names; and once it is refused, it stays so.
      if (code === '200') {
        expect([path, body, before]).toEqual([path, bodies.get(path), undefined]);
        // These answers name their blocks in the body.
        if (path !== RESOLVE && path !== WALLET) expect(block).toBe(2);
      } else {
        expect(['503 database_unavailable', '503 chain_lagging']).toContain(await codeOf(service.url, path));
        refusedAfter.set(path, before ?? age);
      }
    }
    for (const path of [...OTHERS, LATER])
      expect(await codeOf(service.url, path), path).toBe('503 database_unavailable');
  }
  return refusedAfter;
}

test('checks and lists are answered until the chain is too old, then refused, and answered again', async () => {
  const service = await startReadModelApi(postgres.url, folders[0].path, CHAINS);
  const plain = await startReadModelApi(postgres.url, null, CHAINS);
  try {
    await untilReading(service, CHECK);
    for (const path of [...PRESENT, ...OTHERS]) {
      for (const { url } of [service, plain]) expect(await codeOf(url, path), path).toBe('200');
    }
    expect(await plain.countRead()).toBe(0);
    const bodies = new Map<string, string>();
    for (const path of PRESENT) bodies.set(path, (await ask(plain.url, path)).body);
    expect(CHECKS.map((path) => bodies.get(path))).toEqual(CHECKS.map(() => 'true'));

    await postgres.stop();
    // Without the read model nothing is known from the first moment on.
    expect(await codeOf(plain.url, CHECK)).toBe('503 database_unavailable');
    await until('the one without a read model is not ready', async () => !(await plain.isReady()));
    expect(await service.isReady()).toBe(true);
    for (const [path, age] of await askUntilRefused(service, bodies)) {
      expect(age, path).toBeGreaterThan(500 * MAX_LAG_S);
      expect(age, path).toBeLessThan(10_000 * MAX_LAG_S);
    }
    expect(await service.isReady()).toBe(false);

    isBeating = false;
    await postgres.start();
    // The database is there, and knows no more than before: the chain is still too old.
    await until('it is asked', async () => (await codeOf(service.url, CHECK)) === '503 chain_lagging');
    isBeating = true;
    await untilReading(service, CHECK);
    await ledger.write(chainId, 3, row(delegate('', { kind: 'all' }), at(2), at(3)));
    await until('the next block is there', async () => (await ask(service.url, CHECK)).block === 3);
    for (const path of CHECKS)
      expect(await ask(service.url, path)).toMatchObject({ code: '200', body: 'false', block: 3 });
  } finally {
    isBeating = true;
    await Promise.all([service.close(), plain.close()]);
  }
});

test('a process that starts again answers from the folder of the one before, once it has read the marks', async () => {
  const settings = { READ_MODEL_DIR: folders[1].path };
  const metricsOf = async ({ adminUrl }: ApiProcess) => (await fetch(`${adminUrl}/metrics`)).text();
  const untilItReads = (service: ApiProcess) =>
    until('it has read all', async () =>
      (await metricsOf(service)).includes('mandate_api_read_model_ready{chain="1"} 1'),
    );
  const expectFirstRead = async (service: ApiProcess) => {
    const startedAt = performance.now();
    expect((await ask(service.url, CHECK)).code).toBe('200');
    expect(performance.now() - startedAt).toBeLessThan(RESTART_MS);
    expect(await metricsOf(service)).toContain('mandate_api_checks_total{source="read_model"} 1');
  };
  const first = await startReadModelApi(postgres.url, folders[1].path, CHAINS);
  await untilReading(first, CHECK);
  await first.close();

  const again = await startApiProcess(postgres.url, settings);
  // The database may have got so far during the start that the folder is behind for a moment.
  await untilItReads(again);
  await expectFirstRead(again);
  await again.kill();

  // After it was killed, and without a database, no process knows which vaults are under audit.
  await postgres.stop();
  let alone: ApiProcess;
  try {
    alone = await startApiProcess(postgres.url, settings);
    expect(await codeOf(alone.url, CHECK)).toBe('503 database_unavailable');
  } finally {
    await postgres.start();
  }
  await untilItReads(alone);
  await expectFirstRead(alone);
  expect(await alone.stop()).toBe(0);
});
