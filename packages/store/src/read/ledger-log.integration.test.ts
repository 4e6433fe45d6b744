import { createRandom } from '@mandate/contracts';
import { type Delegation, grantOf, identify } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { createRandomHistory, replay } from '@mandate/testing/ledger/history';
import { afterAll, describe, expect, test } from 'vitest';
import type { Connection, Database } from '../database/database.ts';
import { type LogPlace, type LogRead, readAllStanding, readLog } from './ledger-log.ts';

const NOWHERE: LogPlace = { feed: '00000000-0000-0000-0000-000000000000', number: 0, stamp: null };

const db = await createTestDatabase();
const { database } = db;
const ledger = createTestLedger(database);
const { writer, openChain, write } = ledger;
afterAll(() => db.drop());

async function getStart(chainId: number) {
  const start = await readAllStanding(database, chainId, 100, async () => {});
  if (!start) throw new Error(`Chain ${chainId} is not there.`);
  return start;
}

async function readOne(chainId: number, place: LogPlace, limit = 1_000): Promise<LogRead> {
  const { reads } = await readLog(database, new Map([[chainId, place]]), limit);
  const read = reads.get(chainId);
  if (!read) throw new Error(`Chain ${chainId} has no log.`);
  return read;
}

const nameOf = (delegation: Delegation) => ('contract' in delegation ? delegation.contract.at(-1) : 'all');
const namesOf = ({ changes }: LogRead) => changes?.map(({ delegation }) => nameOf(delegation)).join('');

describe('the log after a place', () => {
  test('has all changes since then, and the checkpoint they lead to', async () => {
    const chainId = await openChain();
    const { place } = await getStart(chainId);
    expect(place).toMatchObject({ number: 0, stamp: null });
    expect(await readOne(chainId, place)).toMatchObject({ changes: [], place, complete: true });
    await write(chainId, 2, row(delegate('a'), at(1)), row(delegate('b'), at(2)));
    const read = await readOne(chainId, place);
    expect(namesOf(read)).toBe('ab');
    expect(read).toMatchObject({ complete: true, place: { feed: place.feed, number: 2 } });
    expect(read.checkpoint).toMatchObject({ chainId, block: block(2), rewinds: 0, state: 'following' });
    // Blocks in which nothing happens move the checkpoint alone.
    await write(chainId, 5);
    const later = await readOne(chainId, read.place);
    expect(later).toMatchObject({ changes: [], place: read.place, complete: true });
    expect(later.checkpoint.block.number).toBe(5);
    // Undone changes are reported as well.
    await writer.rewind(chainId, block(5), block(1));
    const back = await readOne(chainId, read.place);
    expect(back.changes).toMatchObject([{ number: 3, undone: true }]);
    expect(back.checkpoint).toMatchObject({ block: block(1), rewinds: 1 });
  });

  test('comes in parts, of which only the last leads to the checkpoint', async () => {
    const chainId = await openChain();
    const { place: start } = await getStart(chainId);
    let place = start;
    await write(chainId, 3, ...['a', 'b', 'c', 'd', 'e'].map((name, i) => row(delegate(name), at(3, i))));
    const pieces: string[] = [];
    for (let read: LogRead | null = null; !read?.complete; place = read.place) {
      read = await readOne(chainId, place, 2);
      pieces.push(`${namesOf(read)} ${read.place.number} ${read.complete}`);
    }
    expect(pieces).toEqual(['ab 2 false', 'cd 4 false', 'e 5 true']);
    // If the changes fit exactly, the read is complete.
    expect(await readOne(chainId, start, 5)).toMatchObject({ complete: true, place });
  });

  test('is read for several chains at once, each from its own place, and skips missing chains', async () => {
    const [one, other] = [await openChain(), await openChain()];
    const places = new Map([
      [one, (await getStart(one)).place],
      [other, (await getStart(other)).place],
      [999, NOWHERE],
    ]);
    await write(one, 1, row(delegate('a'), at(1)));
    await write(other, 2, row(delegate('b'), at(1)), row(delegate('c'), at(2)));
    const { ledgerId, reads } = await readLog(database, places, 1);
    // The ledger reports its identity even if it has none of the chains.
    expect(ledgerId).toMatch(/^[0-9a-f-]{36}$/);
    const none = await readLog(database, new Map([[999, NOWHERE]]), 1);
    expect(none).toEqual({ ledgerId, reads: new Map() });
    expect([...reads.keys()].toSorted()).toEqual([one, other].toSorted());
    expect(reads.get(one)).toMatchObject({ complete: true });
    expect(reads.get(other)).toMatchObject({ complete: false });
    expect([...reads.values()].map(namesOf).toSorted()).toEqual(['a', 'b']);
  });

  test('is null for a place that this ledger never had', async () => {
    const chainId = await openChain();
    const { place: start } = await getStart(chainId);
    await write(chainId, 3, row(delegate('a'), at(2)), row(delegate('b'), at(3)));
    const { place } = await getStart(chainId);
    expect(await readOne(chainId, place)).toMatchObject({ changes: [], complete: true });
    const { place: first } = await readOne(chainId, start, 1);
    const wrong = [
      NOWHERE,
      { ...place, feed: NOWHERE.feed },
      { ...place, stamp: NOWHERE.feed },
      { ...place, stamp: first.stamp },
      { ...place, stamp: null },
      { ...place, number: 3 },
    ];
    for (const each of wrong) {
      expect(await readOne(chainId, each), JSON.stringify(each)).toMatchObject({
        changes: null,
        complete: false,
        isOther: true,
      });
    }
    // Without the change at its place, the log is shorter, but still the same one.
    await db.database.query('delete from change where chain_id = $1 and number = $2', [
      chainId,
      place.number,
    ]);
    expect(await readOne(chainId, place)).toMatchObject({ changes: null, isOther: false });
    const { place: end } = await getStart(chainId);
    expect(await readOne(chainId, end)).toMatchObject({ changes: [], complete: true });
    // A chain that was forgotten and indexed again has another log, even if it is as long.
    await writer.forget(chainId);
    await writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 });
    await write(chainId, 3, row(delegate('a'), at(2)), row(delegate('b'), at(3)));
    expect(await readOne(chainId, place)).toMatchObject({ changes: null });
    expect(await readOne(chainId, start)).toMatchObject({ changes: null });
  });
});

/** Returns the same database, but with something happening before each statement of a transaction. */
function withSomethingBetween(happen: () => Promise<void>): Database {
  const wrap = (connection: Connection) =>
    new Proxy(connection, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return name === 'query'
          ? async (...given: unknown[]) => {
              await happen();
              return value.apply(target, given);
            }
          : value.bind(target);
      },
    });
  const connect = async () => wrap(await database.connect());
  return { connect } as unknown as Database;
}

describe('all standing delegations', () => {
  test('come in parts, sorted by either wallet, each delegation once in each order', async () => {
    const chainId = await openChain();
    const history = createRandomHistory(ledger, chainId, block(0), createRandom(3));
    await history.grow(4, 60);
    await history.rewind(1);
    const pieces = { from: [] as Delegation[][], to: [] as Delegation[][] };
    const start = await readAllStanding(database, chainId, 7, async (standing, direction) => {
      pieces[direction].push(standing.map(({ delegation }) => delegation));
    });
    expect(start).toMatchObject({ checkpoint: { rewinds: 1 } });
    for (const direction of ['from', 'to'] as const) {
      const all = pieces[direction].flat();
      expect(pieces[direction].slice(0, -1).every(({ length }) => length === 7)).toBe(true);
      expect(new Map(all.map((each) => [identify(grantOf(each)), each]))).toEqual(
        new Map(history.standing()),
      );
      expect(all).toHaveLength(history.standing().size);
      const order = all.map((each) => each[direction]);
      expect(order).toEqual(order.toSorted());
    }
  });

  test('are from one moment, and the log continues from there', async () => {
    const chainId = await openChain();
    const history = createRandomHistory(ledger, chainId, block(0), createRandom(4));
    await history.grow(2, 40);
    const byBlock = new Map([[2, new Map(history.standing())]]);
    const standing = new Map<string, Delegation>();
    let head = 2;
    const moving = withSomethingBetween(async () => {
      await history.grow(1, 10);
      byBlock.set(++head, new Map(history.standing()));
    });
    const start = await readAllStanding(moving, chainId, 25, async (rows) => {
      for (const { delegation: each } of rows) standing.set(identify(grantOf(each)), each);
    });
    if (!start) throw new Error('The chain has no log start.');
    expect(standing).toEqual(byBlock.get(start.checkpoint.block.number));
    expect(head).toBeGreaterThan(start.checkpoint.block.number + 2);
    await history.rewind(2);
    const read = await readOne(chainId, start.place, 100_000);
    for (const change of read.changes ?? []) replay(standing, change);
    expect(read.changes?.length).toBeGreaterThan(20);
    expect(standing).toEqual(new Map(history.standing()));
  });

  test('ends when the receiver throws, and frees the connection', async () => {
    const chainId = await openChain();
    await write(chainId, 1, row(delegate('a', { to: wallets.other }), at(1)));
    for (let i = 0; i < 12; i++) {
      const taking = readAllStanding(database, chainId, 1, async () => {
        throw new Error('Enough.');
      });
      await expect(taking).rejects.toThrow('Enough.');
    }
    expect((await getStart(chainId)).checkpoint.block.number).toBe(1);
  });

  test('is null for a chain that is not in the ledger', async () => {
    let taken = 0;
    const start = await readAllStanding(database, 999, 10, async () => {
      taken++;
    });
    expect([start, taken]).toEqual([null, 0]);
  });
});
