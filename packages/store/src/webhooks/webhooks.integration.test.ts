import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseAddress } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  getLogEnd,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { WebhookFields } from './endpoint-row.ts';
import { createWebhookStore, type OwnedEndpoint } from './webhook-store.ts';
import { createWebhookWorkStore, type HeldEndpoint } from './work-store.ts';

const AFTER_LOSS = readFileSync(new URL('../../../../deploy/backup/after-loss.sql', import.meta.url), 'utf8');
const db = await createTestDatabase();
const { writer, reader, openChain, write } = createTestLedger(db.database);
const hooks = createWebhookStore(db.database);
const work = createWebhookWorkStore(db.database);
afterAll(() => db.drop());
beforeEach(() => db.database.query('truncate webhook_worker, webhook_endpoint cascade'));

const owners = Array.from({ length: 6 }, (_, index) => parseAddress(`0x${String(index + 1).repeat(40)}`));
const [owner = wallets.vault, stranger = wallets.other] = owners;
const FIELDS: WebhookFields = {
  ...{ url: 'https://a.example', name: 'A', mark: 'latest', aliveMinutes: 10 },
  ...{
    chainIds: [1, 2],
    registries: ['v2'],
    wallets: [wallets.vault],
    contracts: null,
    rights: null,
    kinds: ['erc20'],
  },
};

async function create(of = owner): Promise<OwnedEndpoint> {
  const made = await hooks.create(of, { ...FIELDS, id: randomUUID(), secret: '1:sealed' }, 3);
  if (!made) throw new Error('The owner has too many endpoints.');
  return made;
}

/** Returns the endpoint as a worker has it. */
async function hold(id: string, worker = randomUUID()): Promise<{ worker: string; held: HeldEndpoint }> {
  await work.beat(worker, 60_000);
  const [held] = await work.load(worker, [id]);
  if (!held) throw new Error(`The worker does not have ${id}.`);
  return { worker, held };
}

const commit = (worker: string, { id, fence, lanes }: HeldEndpoint, changed: object) =>
  work.commit(
    worker,
    lanes.map((lane) => ({ endpointId: id, fence, ...lane, ...changed })),
    [],
  );

test('an owner creates, changes and removes only own endpoints, up to a ceiling', async () => {
  const made = await create();
  expect(made).toMatchObject({ ...FIELDS, owner, state: 'new', lanes: [{ chainId: 0, number: 0 }] });
  await create();
  await create();
  expect(await hooks.create(owner, { ...FIELDS, id: randomUUID(), secret: '' }, 3)).toBe(null);
  expect(await hooks.list(owner)).toHaveLength(3);
  expect(await hooks.list(stranger)).toEqual([]);
  for (const refused of [
    hooks.get(stranger, made.id),
    hooks.change(stranger, made.id, { name: 'B' }),
    hooks.pause(stranger, made.id),
    hooks.resume(stranger, made.id),
    hooks.rotate(stranger, made.id, 'other', 0),
    hooks.requestTest(stranger, made.id),
    hooks.replay(stranger, made.id, { chainId: 1, number: 0, feed: '' }),
  ])
    expect(await refused).toBe(null);
  expect(await hooks.remove(stranger, made.id)).toBe(false);
  expect(await hooks.change(owner, made.id, { name: 'B', chainIds: null })).toMatchObject({
    name: 'B',
    chainIds: null,
  });
  expect(await hooks.rotate(owner, made.id, '1:new', 1_000)).toMatchObject({
    secret: '1:new',
    oldSecret: '1:sealed',
  });
  expect(await hooks.remove(owner, made.id)).toBe(true);
  expect(await hooks.get(owner, made.id)).toBe(null);
});

test('another URL has to answer a challenge of its own', async () => {
  const { id } = await create();
  const { worker, held } = await hold(id);
  expect(await work.settle(worker, held, 'new', 'active', null)).toBe(true);
  expect(await hooks.requestTest(owner, id)).not.toBe(null);
  expect(await hooks.change(owner, id, { url: 'https://a.example' })).toMatchObject({ state: 'active' });
  expect(await hooks.change(owner, id, { url: 'https://b.example' })).toMatchObject({ state: 'new' });
  expect(await hooks.requestTest(owner, id)).toBe(null);
});

test('workers share endpoints by whole owners, and take those of a worker that died', async () => {
  for (const each of owners) await create(each);
  await create(owner);
  const [a, b] = [randomUUID(), randomUUID()];
  expect(await work.beat(a, 60_000)).toMatchObject({ endpoints: 7, taken: 7 });
  expect(await work.beat(b, 60_000)).toMatchObject({ workers: 2, taken: 0 });
  expect(await work.beat(a, 60_000)).toMatchObject({ released: 3 });
  expect(await work.beat(b, 1)).toMatchObject({ taken: 3 });
  const [ofA, ofB] = [await work.listHeld(a), await work.listHeld(b)];
  expect([...ofB.values()]).toEqual([2, 2, 2]);
  const ofOwner = (await hooks.list(owner)).map(({ id }) => ofA.has(id));
  expect(new Set(ofOwner).size).toBe(1);
  await delay(5);
  expect(await work.beat(a, 60_000)).toMatchObject({ workers: 1, taken: 3 });
  expect((await work.listHeld(b)).size).toBe(0);
});

test('a write of an old worker, or from before a replay, is refused', async () => {
  const chainId = await openChain();
  await write(chainId, 2, row(delegate('a'), at(1)), row(delegate('b'), at(2)));
  const { id } = await create();
  const { worker, held } = await hold(id);
  expect(await commit(worker, held, { failures: 1 })).toHaveLength(1);
  await work.leave(worker);
  const next = await hold(id);
  expect(next.held).toMatchObject({ fence: 2, lanes: [{ failures: 1 }] });
  expect(await commit(worker, held, { failures: 2 })).toEqual([]);
  expect(
    await hooks.replay(owner, id, { chainId, number: 1, feed: (await getLogEnd(reader, chainId)).feed }),
  ).toBe(1);
  const [first] = await work.load(next.worker, [id]);
  expect(first?.lanes[1]).toMatchObject({ chainId, number: 1, isLost: false });
  expect(
    await hooks.replay(owner, id, { chainId, number: 0, feed: (await getLogEnd(reader, chainId)).feed }),
  ).toBe(0);
  if (first)
    expect(await commit(next.worker, first, { number: 2 })).toEqual([{ endpointId: id, chainId: 0 }]);
});

test('a replay begins in the log, and an event that failed three times is skipped', async () => {
  const chainId = await openChain();
  await write(chainId, 4, ...[1, 2, 3].map((n) => row(delegate(`${n}`), at(n))));
  const { id } = await create();
  const { feed } = await getLogEnd(reader, chainId);
  const replay = (number: number) => hooks.replay(owner, id, { chainId, number, feed });
  expect([await replay(3), await replay(4), await replay(-1), await replay(0)]).toEqual([3, null, null, 0]);
  expect(await hooks.replay(owner, id, { chainId: 99, number: 0, feed })).toBe(null);
  const { worker, held } = await hold(id);
  const failing = { failingEvent: `${chainId}-x`, failingNumber: 1 };
  await commit(worker, { ...held, lanes: held.lanes.slice(1) }, { ...failing, failures: 2 });
  expect(await hooks.skip(owner, id, chainId, `${chainId}-x`)).toBe(false);
  await commit(worker, { ...held, lanes: held.lanes.slice(1) }, { ...failing, failures: 3 });
  expect(await hooks.skip(owner, id, chainId, 'another')).toBe(false);
  expect(await hooks.skip(owner, id, chainId, `${chainId}-x`)).toBe(true);
  expect((await hooks.get(owner, id))?.lanes[1]).toMatchObject({ number: 1, behind: 2, failures: 0 });
});

test('a repair names the wallets between two logs, and a chain that was forgotten names none', async () => {
  const chainId = await openChain();
  const { vault, hot } = wallets;
  await write(chainId, 1, row(delegate('a'), at(1)));
  const feeds = [(await getLogEnd(reader, chainId)).feed];
  for (const vaults of [[vault], [hot, vault]]) {
    const rows = vaults.length === 1 ? [] : [row(delegate('a'), at(1))];
    await writer.repair(chainId, { vaults, rows, eventful: [block(1)], block: block(1) });
    feeds.push((await getLogEnd(reader, chainId)).feed);
  }
  const [first = '', second = '', third = ''] = feeds;
  expect(await work.findReset(chainId, first, second)).toEqual({ vaults: [vault], isContinued: true });
  expect((await work.findReset(chainId, first, third)).vaults?.toSorted()).toEqual([vault, hot]);
  expect(await work.findReset(chainId, second, first)).toEqual({ vaults: null, isContinued: false });
  await writer.forget(chainId);
  await openChain(chainId);
  const { feed } = await getLogEnd(reader, chainId);
  expect(await work.findReset(chainId, first, feed)).toEqual({ vaults: null, isContinued: false });
});

test('after a loss, lanes go on from the end of what is left, and workers of before are refused', async () => {
  const chainId = await openChain();
  await write(chainId, 2, row(delegate('a'), at(1)), row(delegate('b'), at(2)));
  const { feed } = await getLogEnd(reader, chainId);
  const { id } = await create();
  await hooks.replay(owner, id, { chainId, number: 1, feed });
  const { worker, held } = await hold(id);
  // The number and the log of a lost repair.
  const lost = { feed: randomUUID(), number: 9, cancelled: [1, 9], aside: null };
  await commit(worker, { ...held, lanes: held.lanes.slice(1) }, lost);
  await db.database.query(AFTER_LOSS);
  expect(await commit(worker, held, {})).toEqual([]);
  const next = await hold(id);
  expect(next.held.lanes[1]).toMatchObject({ feed, number: 2, isLost: false, cancelled: [1] });
  expect(await work.findReset(chainId, feed, (await getLogEnd(reader, chainId)).feed)).toEqual({
    vaults: null,
    isContinued: true,
  });
});

test('a mark begins before the first change above it, and finds what undid a change', async () => {
  const chainId = await openChain();
  await write(chainId, 4, ...[1, 3, 4].map((n) => row(delegate(`${n}`), at(n))));
  await writer.mark(chainId, block(4), { head: 4, safe: 2, finalized: 1 }, 'following');
  expect(await work.findStart(chainId, 'latest')).toMatchObject({ number: 3 });
  expect(await work.findStart(chainId, 'safe')).toMatchObject({ number: 1 });
  await writer.rewind(chainId, block(4), block(3));
  expect(await work.findUndoing(chainId, [1, 2, 3])).toEqual(new Map([[3, 4]]));
  await db.database.query('update chain set safe_number = null where chain_id = $1', [chainId]);
  expect(await work.findStart(chainId, 'safe')).toBe(null);
});
