/** The API with a read model, where it must not answer from it: the database decides. */

import { setTimeout as delay } from 'node:timers/promises';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { CONFIGURED, LET_LAG } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type ReadModelApi, startReadModelApi, untilReading } from '../testing/read-model-api.ts';

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
/** In the plainest way, and in one that is read with care. */
const CHECKS = [CHECK, `${CHECK}&numbers=string`];

const folder = createFolder();
const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
let service: ReadModelApi;
let chainId: number;

beforeAll(async () => {
  chainId = await ledger.openChain();
  await ledger.write(chainId, 1);
  service = await startReadModelApi(db.url, folder.path, CONFIGURED);
  await untilReading(service, CHECK);
});
afterAll(async () => {
  await service?.close();
  await db.drop();
  folder.remove();
});

const untilSaid = async (expected: string) => {
  for (const path of CHECKS)
    await until(expected, async () => (await ask(service.url, path)).code === expected);
};

test('while a chain is read for the first time', async () => {
  await ledger.writer.commit(chainId, { ...(await ledger.createBatch(chainId, 2)), state: 'backfilling' });
  await untilSaid('503 chain_not_ready');
  await ledger.write(chainId, 3);
  await untilReading(service, CHECK);
});

test('while it is behind', async () => {
  await db.database.query(LET_LAG, [chainId]);
  await untilSaid('503 chain_lagging');
  await ledger.write(chainId, 4);
  await untilReading(service, CHECK);
});

test('while it is tainted', async () => {
  await ledger.taint(chainId, 'A final block was replaced.');
  await untilSaid('503 chain_tainted');
  const [anchor] = await ledger.writer.listReplaceable(chainId);
  if (!anchor) throw new Error('The chain has lost its blocks.');
  await ledger.writer.rebuild(chainId, anchor);
  await untilSaid('503 chain_not_ready');
  await ledger.write(chainId, anchor.number + 1);
  await untilReading(service, CHECK);
});

test('while it is not there', async () => {
  await ledger.writer.forget(chainId);
  await untilSaid('503 chain_not_ready');
  await ledger.writer.open(
    chainId,
    { number: 0, hash: `0x${'5'.repeat(64)}`, timestamp: 5 },
    { head: 0, safe: 0, finalized: 0 },
  );
  await ledger.write(chainId, 1);
  await untilReading(service, CHECK);
});

test('and never is a block answered for that was not reached', async () => {
  const next = Number((await ask(service.url, CHECK)).block) + 1;
  const asked = Array.from({ length: 20 }, async (_, i) => {
    await delay(20 * i);
    return ask(service.url, `${CHECK}&minBlock=${next}`);
  });
  await delay(150);
  await ledger.write(chainId, next, row(delegate('', { kind: 'all' }), at(next)));
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({ code: '200', body: 'true', block: next });
  await until(
    'it is there without asking for it',
    async () => (await ask(service.url, CHECK)).body === 'true',
  );
});
