import { createDelegation, type Delegation, parseAddress, rightsFromText } from '@mandate/core';
import { createFolder } from '@mandate/testing/process/folder';
import fc from 'fast-check';
import { open, type RootDatabase } from 'lmdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Direction, endOfRow, type RowPosition, readPlace, writeRow } from './row-bytes.ts';
import {
  appendRows,
  changeRow,
  type ListId,
  type Lists,
  type PageStart,
  type RowChange,
  readPage,
} from './wallet-list.ts';

const SEED = 17;
const SECRET = 'a ledger';
const DIRECTIONS = ['from', 'to'] as const;
const folder = createFolder();
let environment: RootDatabase<Buffer, Buffer>;
let lists: Lists;
beforeAll(() => {
  const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
  environment = open<Buffer, Buffer>({ path: folder.path, maxDbs: 2, ...binary });
  lists = environment.openDB<Buffer, Buffer>({ name: 'lists', ...binary });
});
afterAll(async () => {
  await environment?.close();
  folder.remove();
});

const address = (number: number) => parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
const WALLETS = [0, 1, 0xff].map(address);
const [first = address(0)] = WALLETS;

/** A row that may be there: which delegation it is of depends on its place, as in a ledger. */
interface Row {
  readonly delegation: Delegation;
  readonly since: RowPosition;
}

function rowAt(place: number): Row {
  const wallet = (n: number) => WALLETS[n % WALLETS.length] ?? first;
  const shapes = [
    { registry: 'v1', kind: 'all' },
    { registry: 'v1', kind: 'token' },
    { registry: 'v2', kind: 'contract' },
    { registry: 'v2', kind: 'erc721' },
    { registry: 'v2', kind: 'erc1155' },
  ] as const;
  const shape = shapes[place % shapes.length] ?? { registry: 'v2' as const, kind: 'all' as const };
  return {
    delegation: createDelegation({
      ...shape,
      from: wallet(place),
      to: wallet(place >> 2),
      contract: address(place),
      tokenId: 2n ** BigInt(place % 256),
      rights: rightsFromText(place % 3 ? '' : 'vote'),
      amount: BigInt(place),
    }),
    since: { block: Math.floor(place / 7), log: place % 7 },
  };
}

function write(action: RowChange['action'], row: Row, block: number): void {
  for (const direction of DIRECTIONS) changeRow(lists, direction, { ...row, action, block }, SECRET);
}

type Owner = Omit<ListId, 'direction'>;

const FIRST: PageStart = { direction: 'from' };
const read = (owner: Owner, limit: number, start = FIRST, take = (_row: string) => {}) =>
  readPage(lists, owner, { start, limit }, SECRET, (direction, record, at) =>
    take(`${direction} ${record.toString('hex', at, endOfRow(record, at))}`),
  );

/** Reads both lists of a wallet by pages of some rows. */
function readLists(owner: Owner, limit: number): string[] {
  const rows: string[] = [];
  for (let start: PageStart | null = FIRST; start; ) {
    const page = read(owner, limit, start, (row) => rows.push(row));
    start = page.next;
    expect(page.version).toBe(read(owner, 0).version);
  }
  return rows;
}

/** Outgoing rows, then incoming ones. A delegation of a wallet to itself is an outgoing one. */
function expectedOf(rows: readonly Row[], { registry, wallet }: Owner): string[] {
  const bytes = Buffer.alloc(1_000);
  return DIRECTIONS.flatMap((direction) =>
    rows
      .filter(({ delegation: d }) => d.registry === registry && d[direction] === wallet)
      .filter(({ delegation: d }) => direction === 'from' || d.from !== d.to)
      .map(({ delegation, since }) => {
        const end = writeRow(delegation, since, direction, bytes, 0);
        return `${direction} ${bytes.toString('hex', 0, end)}`;
      }),
  );
}

const OWNERS: readonly Owner[] = WALLETS.flatMap((wallet) =>
  (['v1', 'v2'] as const).map((registry) => ({ registry, wallet })),
);
const versionsOf = () => OWNERS.map((owner) => read(owner, 0).version);

test('lists have the rows that were put and not taken away, in their order, on pages of any size', () => {
  // Few places, so that rows are often put twice or taken away where they are not.
  const place = fc.oneof(fc.nat(40), fc.nat(2_000));
  const change = fc.tuple(fc.constantFrom('put' as const, 'put' as const, 'remove' as const), place);
  const sizes = { minLength: 1, maxLength: 600 };
  fc.assert(
    fc.property(fc.array(change, sizes), fc.integer({ min: 1, max: 50 }), (changes, limit) => {
      environment.transactionSync(() => lists.clearSync());
      const standing = new Map<number, Row>();
      environment.transactionSync(() => {
        for (const [action, at] of changes) {
          write(action, rowAt(at), at);
          if (action === 'put') standing.set(at, rowAt(at));
          else standing.delete(at);
        }
      });
      const rows = [...standing].toSorted(([a], [b]) => a - b).map(([, row]) => row);
      for (const owner of OWNERS) expect(readLists(owner, limit)).toEqual(expectedOf(rows, owner));
    }),
    { seed: SEED, numRuns: 60 },
  );
});

test('rows that are appended make the same lists, however many at a time', () => {
  const rows = Array.from({ length: 700 }, (_, i) => rowAt(3 * i));
  const byList = OWNERS.flatMap((owner) =>
    DIRECTIONS.map((direction) => {
      const own = rows.filter(
        ({ delegation: d }) => d.registry === owner.registry && d[direction] === owner.wallet,
      );
      return [{ ...owner, direction }, own] as const;
    }),
  );
  environment.transactionSync(() => {
    lists.clearSync();
    for (const row of rows) write('put', row, 0);
  });
  const versions = versionsOf();
  for (const [limit, atATime] of [
    [1_000, 1_000],
    [9, 7],
    [50, 1],
  ] as const) {
    environment.transactionSync(() => {
      lists.clearSync();
      for (const [id, own] of byList)
        for (let i = 0; i < own.length; i += atATime)
          appendRows(lists, id, own.slice(i, i + atATime), SECRET);
    });
    for (const owner of OWNERS) expect(readLists(owner, limit)).toEqual(expectedOf(rows, owner));
    expect(versionsOf()).toEqual(versions);
  }
});

test('a version is that of the rows, however they came there, and of no other rows', () => {
  const places = Array.from({ length: 300 }, (_, i) => (i * 7) % 300);
  const putAll = (of: readonly number[]) => {
    environment.transactionSync(() => {
      lists.clearSync();
      for (const place of of) write('put', rowAt(place), place);
    });
    return versionsOf();
  };
  const versions = putAll(places.toSorted((a, b) => a - b));
  expect(putAll(places)).toEqual(versions);
  expect(new Set(versions).size).toBe(versions.length);
  environment.transactionSync(() => write('remove', rowAt(12), 400));
  const { registry, from } = rowAt(12).delegation;
  const own = OWNERS.findIndex((owner) => owner.registry === registry && owner.wallet === from);
  expect(versionsOf()[own]).not.toBe(versions[own]);
  environment.transactionSync(() => write('put', rowAt(12), 401));
  expect(versionsOf()).toEqual(versions);
});

test('a list says which block changed it last, also when nothing is left of it', () => {
  environment.transactionSync(() => {
    lists.clearSync();
    write('put', rowAt(1), 5);
    write('remove', rowAt(1), 9);
  });
  const { delegation } = rowAt(1);
  const owner = { registry: delegation.registry, wallet: delegation.from };
  expect(read(owner, 9)).toEqual({
    changedAt: 9,
    version: `${'0'.repeat(16)}.${'0'.repeat(16)}`,
    next: null,
  });
});

test('a place is read as it was written', () => {
  const bytes = Buffer.alloc(1_000);
  const since = { block: 2 ** 39, log: 2 ** 24 - 1 };
  writeRow(rowAt(3).delegation, since, 'to' satisfies Direction, bytes, 0);
  expect(readPlace(bytes, 0)).toEqual(since);
});
