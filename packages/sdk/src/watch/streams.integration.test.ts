/** Compares changes and snapshots with the contracts: complete, in order, and never cut off silently. */
import { createRandom, integer } from '@mandate/contracts';
import { type Delegation, grantOf, identify } from '@mandate/core';
import { CONTRACTS, WALLETS } from '@mandate/testing/ledger/random-grants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Change,
  ConnectionError,
  createClient,
  type Grant,
  listChanges,
  listDelegations,
  listDelegationsV1,
  readSnapshot,
  type SnapshotRecord,
  watchChanges,
} from '../index.ts';
import { startCuttingProxy } from '../testing/cutting-proxy.ts';
import { listAll, toDelegation } from '../testing/questions.ts';
import { FINAL_DEPTH, type SmallWorld, startSmallWorld } from '../testing/small-world.ts';

const SEED = Number(process.env['SEED'] ?? 20264);
const random = createRandom(SEED);

let world: SmallWorld;
beforeAll(async () => {
  world = await startSmallWorld(SEED, 30);
});
afterAll(() => world?.close());

const nameOf = (one: Delegation) => `${identify(grantOf(one))} ${'amount' in one ? one.amount : null}`;

/** Applies each change, and reverts those that are undone. */
function replay(changes: readonly Change[]): string[] {
  const standing = new Map<string, bigint | null>();
  for (const change of changes) {
    const id = identify(grantOf(toDelegation(change)));
    const [before, after] = { granted: [false, true], amountChanged: [true, true], revoked: [true, false] }[
      change.change
    ] as [boolean, boolean];
    const { undone } = change;
    expect(standing.has(id)).toBe(undone ? after : before);
    const amount = undone && change.change === 'amountChanged' ? change.amountBefore : change.amount;
    if (undone ? before : after) standing.set(id, amount);
    else standing.delete(id);
  }
  return [...standing].map(([id, amount]) => `${id} ${amount}`).toSorted();
}

async function listStanding(): Promise<string[]> {
  const found = new Set<string>();
  for (const registry of ['v1', 'v2'] as const) {
    for (const wallet of WALLETS) {
      for (const one of (await listAll(world.client, registry, wallet, world.chainId)).value) {
        found.add(nameOf(one));
      }
    }
  }
  return [...found].toSorted();
}

test('applying all changes gives the current delegations', async () => {
  const changes: Change[] = [];
  let cursor = 'start';
  for (let more = true; more; ) {
    const page = await listChanges(world.client, { cursor, limit: 17 });
    changes.push(...page.changes);
    ({ cursor, more } = page);
  }
  expect(changes.length).toBeGreaterThan(100);
  expect(replay(changes)).toEqual(await listStanding());
});

test('a watch over a breaking connection yields every change once, through reorgs too', async () => {
  const stopping = new AbortController();
  const cut = await startCuttingProxy(world.service.url, () => integer(random, 1_000, 9_000));
  try {
    const seen: Change[] = [];
    const watching = (async () => {
      const way = createClient({ baseUrl: cut.url });
      for await (const { change } of watchChanges(way, { cursor: 'start', signal: stopping.signal })) {
        seen.push(change);
      }
    })();
    for (let i = 0; i < 6; i++) {
      await world.grow();
      if (i % 2 === 0) continue;
      await world.chain.reorg(2);
      await world.service.catchUp(world.chain);
    }
    const truth: Change[] = [];
    let cursor = 'start';
    for (let more = true; more; ) {
      const page = await listChanges(world.client, { cursor, limit: 1_000 });
      truth.push(...page.changes);
      ({ cursor, more } = page);
    }
    await expect.poll(() => seen.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(truth.length);
    stopping.abort(new Error('enough'));
    await expect(watching).rejects.toThrow('enough');
    expect(seen).toEqual(truth);
    expect(seen.some(({ undone }) => undone)).toBe(true);
    expect(cut.cuts()).toBeGreaterThan(10);
    expect(replay(seen)).toEqual(await listStanding());
    process.stdout.write(`@mandate/sdk: ${seen.length} changes watched, ${cut.cuts()} breaks\n`);
  } finally {
    stopping.abort();
    await cut.close();
  }
});

/** Reads the lists of all wallets. */
async function listStood(contract: string, atBlock: number): Promise<Set<string>> {
  const stood = new Set<string>();
  const add = (grant: Omit<Grant, 'type'> & { type: string }) => {
    const covers = grant.contract === null || grant.contract.toLowerCase() === contract;
    if (covers) stood.add(nameOf(toDelegation(grant as Grant)));
  };
  for (const wallet of WALLETS) {
    const asked = { wallet, chainId: world.chainId, atBlock };
    for (const one of (await listDelegations(world.client, asked)).value) add({ ...one, registry: 'v2' });
    for (const { vault, delegate, ...one } of (await listDelegationsV1(world.client, asked)).value) {
      add({ ...one, from: vault, to: delegate, registry: 'v1', rights: null, tokenType: null, amount: null });
    }
  }
  return stood;
}

test('a snapshot matches the contracts, and one that breaks off throws', async () => {
  const block = (await world.headOf()) - FINAL_DEPTH;
  const [contract] = CONTRACTS;
  const asked = { chainId: world.chainId, block, contract };
  const records: SnapshotRecord[] = [];
  for await (const record of readSnapshot(world.client, asked)) records.push(record);
  const stood = await listStood(contract, block);
  expect(records.map((record) => nameOf(toDelegation(record))).toSorted()).toEqual([...stood].toSorted());
  expect(records.length).toBeGreaterThan(10);

  // Headers take a thousand bytes.
  for (const [encoding, bytes] of [
    ['identity', 3_000],
    ['gzip', 1_500],
  ] as const) {
    const cut = await startCuttingProxy(world.service.url, () => bytes);
    try {
      const came: SnapshotRecord[] = [];
      const reading = (async () => {
        const broken = createClient({ baseUrl: cut.url, retries: 0, fetch: fetchIn(encoding) });
        for await (const record of readSnapshot(broken, asked)) came.push(record);
      })();
      await expect(reading).rejects.toThrow(ConnectionError);
      expect(came).toEqual(records.slice(0, came.length));
      expect(came.length).toBeLessThan(records.length);
      if (encoding === 'identity') expect(came.length).toBeGreaterThan(0);
    } finally {
      await cut.close();
    }
  }
});

function fetchIn(encoding: string): typeof fetch {
  return (url, options) => {
    const headers = new Headers(options?.headers);
    headers.set('accept-encoding', encoding);
    return fetch(url, { ...options, headers });
  };
}
