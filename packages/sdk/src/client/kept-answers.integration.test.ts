/** Holds the kept answers against a service with a read model while the chain goes on, and goes back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, listDelegations, resolve } from '../index.ts';

const wallet = wallets.vault;
const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const folder = mkdtempSync(join(tmpdir(), 'mandate-sdk-'));
let service: ApiProcess;
let chainId: number;
const statuses: number[] = [];

/** Notes the status of each answer. */
const noting: typeof fetch = async (url, options) => {
  const response = await fetch(url, options);
  statuses.push(response.status);
  return response;
};

beforeAll(async () => {
  chainId = await ledger.openChain();
  const rows = Array.from({ length: 20 }, (_, log) => row(delegate(log.toString(16)), at(1, log)));
  await ledger.write(chainId, 1, ...rows);
  service = await startApiProcess(db.url, { READ_MODEL_DIR: folder });
});
afterAll(async () => {
  await service?.kill();
  await db.drop();
  rmSync(folder, { recursive: true });
});

test('what is kept is what a client without it gets, block by block', async () => {
  const keeps = createClient({ baseUrl: service.url, fetch: noting });
  const asks = createClient({ baseUrl: service.url, keepAnswers: false });
  const isTagged = async () => (await fetch(`${service.url}/registry/v2/${wallet}`)).headers.has('etag');
  await until('the read model answers', isTagged);

  /** Asks both once they are at the block. */
  async function compare(block: number): Promise<number> {
    await until(
      `block ${block}`,
      async () => (await listDelegations(asks, { wallet })).block.number === block,
    );
    const kept = await listDelegations(keeps, { wallet });
    expect(kept).toEqual(await listDelegations(asks, { wallet }));
    expect(kept.block.number).toBe(block);
    return kept.value.length;
  }

  expect(await compare(1)).toBe(20);
  await ledger.write(chainId, 2);
  expect(await compare(2)).toBe(20);
  await ledger.write(chainId, 3, row(delegate('ff'), at(3)));
  expect(await compare(3)).toBe(21);
  await ledger.write(chainId, 4);
  expect(await compare(4)).toBe(21);
  const [head, parent] = await ledger.writer.listReplaceable(chainId);
  if (!head || !parent) throw new Error('There is no block to go back from.');
  await ledger.writer.rewind(chainId, head, parent);
  expect(await compare(parent.number)).toBe(21);
  expect(statuses).toEqual([200, 304, 200, 304, 304]);
});

test('callers at the same time get the same list', async () => {
  const client = createClient({ baseUrl: service.url, fetch: noting });
  statuses.length = 0;
  const many = () => Promise.all(Array.from({ length: 10 }, () => listDelegations(client, { wallet })));
  const lists = [...(await many()), ...(await many())];
  for (const list of lists) expect(list).toEqual(lists[0]);
  expect(statuses.slice(10)).toEqual(Array(10).fill(304));
});

test('pages go on from the block of the first one', async () => {
  const client = createClient({ baseUrl: service.url });
  for (let i = 0; i < 2; i++) {
    const first = await listDelegations(client, { wallet, limit: 15 });
    const second = await listDelegations(client, { wallet, limit: 15, cursor: first.nextCursor ?? '' });
    expect([first.value.length, second.value.length, second.nextCursor]).toEqual([15, 6, null]);
    expect(second.block).toEqual(first.block);
  }
});

test('resolve is the same until a chain goes on', async () => {
  const client = createClient({ baseUrl: service.url, fetch: noting });
  statuses.length = 0;
  const ask = () => resolve(client, { from: wallet, chainIds: [chainId] });
  const [first, second] = [await ask(), await ask()];
  expect([second, statuses]).toEqual([first, [200, 304]]);
  await ledger.write(chainId, (first.chains[0]?.block.number ?? 0) + 1);
  await expect
    .poll(async () => (await ask()).chains[0]?.block.number)
    .toBeGreaterThan(first.chains[0]?.block.number ?? 0);
});
