/**
 * Stores the list of a wallet in one direction: its rows in their order, as many in a record as fit into a page of the file.
 * Most lists are one look-up, and a change of a long one writes two short records.
 */
import { type Address, REGISTRIES, type Registry } from '@mandate/core';
import type { Listed } from '@mandate/store';
import type { Database } from 'lmdb';
import { addHash, EMPTY, type Head, hashRow, readHead, versionOf, writeFirst } from './list-head.ts';
import {
  comparePlace,
  type Direction,
  endOfRow,
  LAST_PLACE,
  MAX_ROW_BYTES,
  OTHER,
  PLACE_BYTES,
  type RowPosition,
  readPlace,
  writePlace,
  writeRow,
} from './row-bytes.ts';

export type Lists = Database<Buffer, Buffer>;

export interface ListId {
  readonly registry: Registry;
  readonly wallet: Address;
  readonly direction: Direction;
}

/** Where a page begins. Outgoing rows come before incoming ones. */
export interface PageStart {
  readonly direction: Direction;
  /** The last row before it. Without one, the direction's first row is next. */
  readonly after?: RowPosition;
}

/** A page of a wallet's lists. */
export interface PageRange {
  readonly start: PageStart;
  readonly limit: number;
  /** Reads this direction alone, with what the wallet granted itself. */
  readonly only?: Direction | undefined;
}

/** Called for each row, with the record that it is in and where it starts. The record is valid until the call returns. */
export type TakeRow = (direction: Direction, record: Buffer, start: number) => void;

/**
 * Called for each record with where its rows start, and for the first one with the head of the list. The record is valid
 * until the call returns. `false` if no more are wanted.
 */
type TakeRecord = (record: Buffer, start: number, head: Head | null) => boolean;

/** A change of a row. */
export interface RowChange extends Listed {
  readonly action: 'put' | 'remove';
  /** The block of the change. */
  readonly block: number;
}

export interface RowsRead {
  /** Where the next page begins. `null` if all rows were taken. */
  readonly next: PageStart | null;
  /** The newest block that changed a list of the wallet since the chain was loaded. */
  readonly changedAt: number;
  /** Differs whenever the rows differ, and is the same for the same rows at every process. */
  readonly version: string;
}

/** lmdb puts larger records into pages of their own. */
const MAX_RECORD_BYTES = 1_880;
const DIRECTIONS = { from: 0, to: 1 } as const;
const DIRECTION_ORDER: readonly Direction[] = ['from', 'to'];
const ADDRESS_BYTES = 20;
const WALLET = 1;
const REGISTRY = WALLET + ADDRESS_BYTES;
const KEY_BYTES = REGISTRY + 1;
/** After every place that the key of a further record can end in. */
const AFTER_PLACES = Buffer.alloc(PLACE_BYTES + 1, 0xff);

// Shared, because nothing asynchronous happens between filling and reading them.
const lookUpKey = Buffer.alloc(KEY_BYTES);
const rowBytes = Buffer.alloc(MAX_ROW_BYTES);
const recordBytes = Buffer.alloc(MAX_RECORD_BYTES + MAX_ROW_BYTES);

/** Reads a page of both lists of a wallet, all from one state of the file. */
export function readPage(
  lists: Lists,
  { registry, wallet }: Omit<ListId, 'direction'>,
  { start, limit, only }: PageRange,
  secret: string,
  take: TakeRow,
): RowsRead {
  const page = { left: limit, next: null as PageStart | null };

  /** Takes rows of a record that come after a place. Returns the place of the last one. */
  function takeRows(
    direction: Direction,
    record: Buffer,
    first: number,
    after?: RowPosition,
  ): RowPosition | undefined {
    // A delegation of the wallet to itself was listed as outgoing.
    const isPassed = (at: number) =>
      (after && comparePlace(record, at, after) <= 0) ||
      (direction === 'to' && !only && isOfWallet(record, at, lookUpKey));
    let lastAt = -1;
    let at = first;
    for (; at < record.length; at = endOfRow(record, at)) {
      if (isPassed(at)) continue;
      if (page.left === 0) break;
      take(direction, record, at);
      page.left--;
      lastAt = at;
    }
    const last = lastAt < 0 ? after : readPlace(record, lastAt);
    if (at < record.length) page.next = last ? { direction, after: last } : { direction };
    return last;
  }

  let changedAt = 0;
  const versions: string[] = [];
  for (const direction of only ? [only] : DIRECTION_ORDER) {
    const isOver = page.next !== null || (direction === 'from' && start.direction === 'to');
    let last = direction === start.direction ? start.after : undefined;
    readRecords(lists, { registry, wallet, direction }, last, (record, first, head) => {
      if (head) {
        changedAt = Math.max(changedAt, head.changedAt);
        versions.push(versionOf(head, record, secret));
      }
      if (!isOver) last = takeRows(direction, record, first, last);
      return !isOver && page.next === null;
    });
  }
  return { next: page.next, changedAt, version: versions.join('.') };
}

/** Reads the records of a list that can have rows after a place. */
export function readRecords(
  lists: Lists,
  id: ListId,
  after: RowPosition | undefined,
  take: TakeRecord,
): void {
  const key = writeKey(id, lookUpKey);
  // The buffer is valid until the next look-up.
  const first = lists.getBinaryFast(key) ?? EMPTY;
  const head = readHead(first);
  if (!take(first, head.rowsAt, head) || !head.hasMore) return;
  const start = after ? findRecordKey(lists, key, after) : key;
  for (const { key: found, value } of lists.getRange({ start, end: Buffer.concat([key, AFTER_PLACES]) }))
    if (found.length > KEY_BYTES && !take(value, 0, null)) return;
}

/** Appends rows to a list, in their order and after all that it has: each record is written once. Call within a transaction. */
export function appendRows(lists: Lists, id: ListId, rows: readonly Listed[], secret: string): void {
  const key = writeKey(id, Buffer.alloc(KEY_BYTES));
  const first = lists.getBinary(key) ?? EMPTY;
  const head = readHead(first);
  let { hasMore } = head;
  let firstRows = first.subarray(head.rowsAt);
  // The only row of a list is its version, so it takes no hash until another one comes.
  const isOnly = rows.length === 1 && firstRows.length === 0 && !hasMore;
  let version = versionOf(head, first, secret);
  let recordKey = hasMore ? findRecordKey(lists, key, LAST_PLACE) : key;
  let end = (recordKey.length > KEY_BYTES ? lists.getBinary(recordKey) : firstRows)?.copy(recordBytes) ?? 0;
  const putRecord = () => {
    const record = Buffer.from(recordBytes.subarray(0, end));
    if (recordKey.length > KEY_BYTES) lists.putSync(recordKey, record);
    else firstRows = record;
  };
  for (const { delegation, since } of rows) {
    const rowEnd = writeRow(delegation, since, id.direction, recordBytes, end);
    if (!isOnly) version = addHash(version, hashRow(recordBytes, end, rowEnd, secret), 'put');
    if (rowEnd > MAX_RECORD_BYTES) {
      putRecord();
      hasMore = true;
      recordKey = Buffer.concat([key, recordBytes.subarray(end, end + PLACE_BYTES)]);
      recordBytes.copyWithin(0, end, rowEnd);
      end = rowEnd - end;
    } else end = rowEnd;
  }
  putRecord();
  lists.putSync(key, writeFirst({ hasMore, changedAt: head.changedAt, version }, firstRows));
}

/** Changes a row in the list of one of its wallets. Call within a transaction. Who knows `secret` can forge versions. */
export function changeRow(lists: Lists, direction: Direction, change: RowChange, secret: string): void {
  const { delegation, since } = change;
  const row = rowBytes.subarray(0, writeRow(delegation, since, direction, rowBytes, 0));
  const id = { registry: delegation.registry, wallet: delegation[direction], direction };
  changeList(lists, writeKey(id, Buffer.alloc(KEY_BYTES)), row, change, secret);
}

function changeList(
  lists: Lists,
  key: Buffer,
  row: Buffer,
  { action, since, block }: RowChange,
  secret: string,
): void {
  const first = lists.getBinary(key) ?? EMPTY;
  const head = readHead(first);
  const version = versionOf(head, first, secret);
  const firstRows = first.subarray(head.rowsAt);
  const recordKey = head.hasMore ? findRecordKey(lists, key, since) : key;
  const isFirst = recordKey.length === KEY_BYTES;
  const rows = isFirst ? firstRows : (lists.getBinary(recordKey) ?? firstRows);
  const [own, further] = changeRows(rows, row, since, action);
  if (further) lists.putSync(Buffer.concat([key, further.subarray(0, PLACE_BYTES)]), further);
  const changed = {
    hasMore: head.hasMore || further !== undefined,
    changedAt: Math.max(block, head.changedAt),
    version: own === rows ? version : addHash(version, hashRow(row, 0, row.length, secret), action),
  };
  lists.putSync(key, writeFirst(changed, isFirst ? own : firstRows));
  if (isFirst) return;
  if (own.length > 0) lists.putSync(recordKey, own);
  else lists.removeSync(recordKey);
}

/** Returns the rows of a record after a change, in two records if one has no room: the same rows if nothing changes. */
function changeRows(rows: Buffer, row: Buffer, place: RowPosition, action: RowChange['action']): Rows {
  const at = findRow(rows, row, place);
  const isThere = isAt(rows, at, row);
  if (isThere === (action === 'put')) return [rows];
  if (action === 'put') return split(Buffer.concat([rows.subarray(0, at), row, rows.subarray(at)]), at);
  return [Buffer.concat([rows.subarray(0, at), rows.subarray(at + row.length)])];
}

type Rows = readonly [Buffer] | readonly [Buffer, Buffer];

/** Returns the key of the record that a place belongs to. */
function findRecordKey(lists: Lists, key: Buffer, place: RowPosition): Buffer {
  const start = Buffer.alloc(KEY_BYTES + PLACE_BYTES);
  key.copy(start);
  writePlace(place, start, KEY_BYTES);
  for (const found of lists.getKeys({ start, reverse: true, limit: 1 }))
    if (found.length > KEY_BYTES && found.compare(key, 0, KEY_BYTES, 0, KEY_BYTES) === 0) return found;
  return key;
}

/** Returns where a row is, or where it would have to be. */
function findRow(rows: Buffer, row: Buffer, place: RowPosition): number {
  let at = 0;
  for (; at < rows.length; at = endOfRow(rows, at)) {
    const order = comparePlace(rows, at, place);
    if (order > 0 || (order === 0 && isAt(rows, at, row))) break;
  }
  return at;
}

const isAt = (rows: Buffer, at: number, row: Buffer): boolean =>
  at + row.length <= rows.length && rows.compare(row, 0, row.length, at, at + row.length) === 0;

/** Splits rows that are too long for one record. If the row at `at` is the last one, only it moves: then all records become full. */
function split(rows: Buffer, at: number): Rows {
  if (rows.length <= MAX_RECORD_BYTES) return [rows];
  let middle = at;
  if (endOfRow(rows, at) < rows.length) {
    middle = 0;
    while (middle < rows.length / 2) middle = endOfRow(rows, middle);
  }
  return [rows.subarray(0, middle), rows.subarray(middle)];
}

/** Tells whether the other wallet of a row is the one that a list belongs to. */
const isOfWallet = (record: Buffer, at: number, key: Buffer): boolean =>
  record[at + OTHER] === key[WALLET] &&
  record.compare(key, WALLET, REGISTRY, at + OTHER, at + OTHER + ADDRESS_BYTES) === 0;

function writeKey({ registry, wallet, direction }: ListId, into: Buffer): Buffer {
  into[0] = DIRECTIONS[direction];
  into.write(wallet.slice(2), WALLET, 'hex');
  into[REGISTRY] = REGISTRIES[registry].ledgerNumber;
  return into;
}
