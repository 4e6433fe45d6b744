/**
 * Stores the list of a wallet in one direction: its rows in their order, as many in a record as fit into a page of the file.
 * Most lists are one look-up, and a change of a long one writes two short records.
 */
import { hash } from 'node:crypto';
import { type Address, type Delegation, REGISTRIES, type Registry } from '@mandate/core';
import type { Listed } from '@mandate/store';
import type { Database } from 'lmdb';
import {
  comparePlace,
  type Direction,
  endOfRow,
  MAX_ROW_BYTES,
  PLACE_BYTES,
  type Place,
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

/** The facts about a list that are stored with its rows. */
interface ListHead {
  /** The newest block that changed it since the chain was loaded. */
  readonly changedAt: number;
  /** Differs whenever the rows differ, and is the same for the same rows at every process. */
  readonly version: bigint;
}

/** Called for each row, with the record that it is in and where it starts. The record is valid until the call returns. */
export type TakeRow = (record: Buffer, start: number) => void;

/** A change of a row. */
export interface RowChange extends Listed {
  readonly action: 'put' | 'remove';
  /** The block of the change. */
  readonly block: number;
}

export interface RowsRead {
  readonly head: ListHead;
  /** The place of the last row that was taken. Null: there was none. */
  readonly last: Place | null;
  /** True: more rows follow. */
  readonly more: boolean;
}

/** lmdb puts larger records into pages of their own. */
const MAX_PART_BYTES = 1_880;
const DIRECTIONS = { from: 0, to: 1 } as const;
const ADDRESS_BYTES = 20;
const KEY_BYTES = 2 + ADDRESS_BYTES;
/** After every place that the key of a further part can end in. */
const AFTER_PLACES = Buffer.alloc(PLACE_BYTES + 1, 0xff);

// The first part begins with: whether more parts follow, the newest block that changed the list, and the sum of the hashes of
// its rows. It stays when the list is empty. The key of each further part ends in the place of its first row.
const HAS_MORE = 0;
const CHANGED_AT = 1;
const CHANGED_AT_BYTES = 6;
const VERSION = CHANGED_AT + CHANGED_AT_BYTES;
const HEAD_BYTES = VERSION + 8;

/** After every place that a row can begin at. */
const LAST_PLACE: Place = { block: 2 ** 48 - 1, log: 2 ** 32 - 1 };

const UNCHANGED: ListHead = { changedAt: 0, version: 0n };
const NEW_RECORD = Buffer.alloc(HEAD_BYTES);
// Shared, because nothing asynchronous happens between filling and reading them.
const lookUpKey = Buffer.alloc(KEY_BYTES);
const rowBytes = Buffer.alloc(MAX_ROW_BYTES);
const partBytes = Buffer.alloc(MAX_PART_BYTES + MAX_ROW_BYTES);

/** Reads rows in their order, all of them from one state of the file. */
export function readRows(
  lists: Lists,
  id: ListId,
  { after, limit }: { readonly after?: Place | undefined; readonly limit: number },
  take: TakeRow,
): RowsRead {
  const key = writeKey(id, lookUpKey);
  // The buffer is valid until the next look-up.
  const first = lists.getBinaryFast(key);
  if (!first) return { head: UNCHANGED, last: null, more: false };
  const head = readHead(first);
  let last: Place | null = null;
  let left = limit;

  /** Returns whether the part has more rows than may be taken. */
  function takeFrom(part: Buffer, start: number): boolean {
    let lastAt = -1;
    let isFull = false;
    for (let at = start; at < part.length && !isFull; at = endOfRow(part, at)) {
      if (after && comparePlace(part, at, after) <= 0) continue;
      isFull = left === 0;
      if (isFull) break;
      take(part, at);
      left--;
      lastAt = at;
    }
    if (lastAt >= 0) last = readPlace(part, lastAt);
    return isFull;
  }

  const hasMore = first[HAS_MORE] === 1;
  const isFull = takeFrom(first, HEAD_BYTES);
  if (isFull || !hasMore) return { head, last, more: isFull };
  const start = after ? findPartKey(lists, key, after) : key;
  for (const { key: found, value } of lists.getRange({ start, end: Buffer.concat([key, AFTER_PLACES]) })) {
    if (found.length > KEY_BYTES && takeFrom(value, 0)) return { head, last, more: true };
  }
  return { head, last, more: false };
}

/** Appends rows to a list, in their order and after all that it has: each part is written once. Call within a transaction. */
export function appendRows(lists: Lists, id: ListId, rows: readonly Listed[], secret: string): void {
  const key = writeKey(id, Buffer.alloc(KEY_BYTES));
  const first = lists.getBinary(key) ?? NEW_RECORD;
  const head = Buffer.from(first.subarray(0, HEAD_BYTES));
  let firstRows = first.subarray(HEAD_BYTES);
  let partKey = head[HAS_MORE] === 1 ? findPartKey(lists, key, LAST_PLACE) : key;
  let end = (partKey.length > KEY_BYTES ? lists.getBinary(partKey) : firstRows)?.copy(partBytes) ?? 0;
  const putPart = () => {
    const part = Buffer.from(partBytes.subarray(0, end));
    if (partKey.length > KEY_BYTES) lists.putSync(partKey, part);
    else firstRows = part;
  };
  for (const { delegation, since } of rows) {
    const rowEnd = writeRow(delegation, since, id.direction, partBytes, end);
    addVersion(head, hashRow(partBytes.subarray(end, rowEnd), secret), 'put');
    if (rowEnd > MAX_PART_BYTES) {
      putPart();
      head[HAS_MORE] = 1;
      partKey = Buffer.concat([key, partBytes.subarray(end, end + PLACE_BYTES)]);
      partBytes.copyWithin(0, end, rowEnd);
      end = rowEnd - end;
    } else end = rowEnd;
  }
  putPart();
  lists.putSync(key, Buffer.concat([head, firstRows]));
}

/** Changes a row in the list of one of its wallets. Call within a transaction. Who knows `secret` can forge versions. */
export function changeRow(lists: Lists, direction: Direction, change: RowChange, secret: string): void {
  const { delegation, since } = change;
  if (!isListed(delegation, direction)) return;
  const row = rowBytes.subarray(0, writeRow(delegation, since, direction, rowBytes, 0));
  const id = { registry: delegation.registry, wallet: delegation[direction], direction };
  changeList(lists, writeKey(id, Buffer.alloc(KEY_BYTES)), row, change, secret);
}

/** A delegation of a wallet to itself is listed once, as an outgoing one. */
export const isListed = ({ from, to }: Delegation, direction: Direction): boolean =>
  direction === 'from' || from !== to;

function changeList(
  lists: Lists,
  key: Buffer,
  row: Buffer,
  { action, since, block }: RowChange,
  secret: string,
): void {
  const first = lists.getBinary(key) ?? NEW_RECORD;
  const head = Buffer.from(first.subarray(0, HEAD_BYTES));
  const firstRows = first.subarray(HEAD_BYTES);
  const partKey = head[HAS_MORE] === 1 ? findPartKey(lists, key, since) : key;
  const isFirst = partKey.length === KEY_BYTES;
  const rows = isFirst ? firstRows : (lists.getBinary(partKey) ?? firstRows);
  const at = findRow(rows, row, since);
  const isThere = isAt(rows, at, row);
  const changed =
    isThere === (action === 'put')
      ? [rows]
      : action === 'put'
        ? split(Buffer.concat([rows.subarray(0, at), row, rows.subarray(at)]), at)
        : [Buffer.concat([rows.subarray(0, at), rows.subarray(at + row.length)])];
  const [own = rows, further] = changed;
  if (further) {
    head[HAS_MORE] = 1;
    lists.putSync(Buffer.concat([key, further.subarray(0, PLACE_BYTES)]), further);
  }
  if (own !== rows) addVersion(head, hashRow(row, secret), action);
  const changedAt = Math.max(block, head.readUIntBE(CHANGED_AT, CHANGED_AT_BYTES));
  head.writeUIntBE(changedAt, CHANGED_AT, CHANGED_AT_BYTES);
  lists.putSync(key, Buffer.concat([head, isFirst ? own : firstRows]));
  if (isFirst) return;
  if (own.length > 0) lists.putSync(partKey, own);
  else lists.removeSync(partKey);
}

/** Returns the key of the part that a place belongs to. */
function findPartKey(lists: Lists, key: Buffer, place: Place): Buffer {
  const start = Buffer.alloc(KEY_BYTES + PLACE_BYTES);
  key.copy(start);
  writePlace(place, start, KEY_BYTES);
  for (const found of lists.getKeys({ start, reverse: true, limit: 1 }))
    if (found.length > KEY_BYTES && found.compare(key, 0, KEY_BYTES, 0, KEY_BYTES) === 0) return found;
  return key;
}

/** Returns where a row is, or where it would have to be. */
function findRow(rows: Buffer, row: Buffer, place: Place): number {
  let at = 0;
  for (; at < rows.length; at = endOfRow(rows, at)) {
    const order = comparePlace(rows, at, place);
    if (order > 0 || (order === 0 && isAt(rows, at, row))) break;
  }
  return at;
}

const isAt = (rows: Buffer, at: number, row: Buffer): boolean =>
  at + row.length <= rows.length && rows.compare(row, 0, row.length, at, at + row.length) === 0;

/** Splits rows that are too long for one part. If the row at `at` is the last one, only it moves: then all parts become full. */
function split(rows: Buffer, at: number): [Buffer] | [Buffer, Buffer] {
  if (rows.length <= MAX_PART_BYTES) return [rows];
  let middle = at;
  if (endOfRow(rows, at) < rows.length) {
    middle = 0;
    while (middle < rows.length / 2) middle = endOfRow(rows, middle);
  }
  return [rows.subarray(0, middle), rows.subarray(middle)];
}

function readHead(first: Buffer): ListHead {
  return {
    changedAt: first.readUIntBE(CHANGED_AT, CHANGED_AT_BYTES),
    version: first.readBigUInt64BE(VERSION),
  };
}

/** The sum does not depend on the order of changes, and a change that is undone leaves nothing behind. */
function addVersion(head: Buffer, version: bigint, action: RowChange['action']): void {
  const sum = head.readBigUInt64BE(VERSION) + (action === 'put' ? version : -version);
  head.writeBigUInt64BE(BigInt.asUintN(64, sum), VERSION);
}

function hashRow(row: Buffer, secret: string): bigint {
  return hash('sha256', Buffer.concat([Buffer.from(secret), row]), 'buffer').readBigUInt64BE(0);
}

function writeKey({ registry, wallet, direction }: ListId, into: Buffer): Buffer {
  into[0] = DIRECTIONS[direction];
  into.write(wallet.slice(2), 1, 'hex');
  into[KEY_BYTES - 1] = REGISTRIES[registry].ledgerNumber;
  return into;
}
