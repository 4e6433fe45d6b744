/** The head of a wallet's list: what its first record has before its rows. */
import { hash } from 'node:crypto';
import { endOfRow, MAX_ROW_BYTES } from './row-bytes.ts';

export interface Head {
  /** More records follow. The key of each ends in the place of its first row. */
  readonly hasMore: boolean;
  /** The newest block that changed the list since the chain was loaded. */
  readonly changedAt: number;
  /** The position of the sum of all rows' hashes. `null` if the list has at most one row, and that row's hash is the sum. */
  readonly versionAt: number | null;
  readonly rowsAt: number;
}

// The first byte of a list tells which parts of the head follow. Most lists never change, and have one row: they have none.
const HAS_MORE = 1;
const HAS_CHANGED = 2;
const HAS_VERSION = 4;
const CHANGED_AT_BYTES = 5;
const VERSION_BYTES = 8;
const MAX_HEAD_BYTES = 1 + CHANGED_AT_BYTES + VERSION_BYTES;

const NO_ROWS = '0'.repeat(2 * VERSION_BYTES);
const MAX_SECRET_BYTES = 100;
// Shared, because nothing asynchronous happens between filling and reading it.
const hashed = Buffer.alloc(MAX_SECRET_BYTES + MAX_ROW_BYTES);

/** The first record of a list without rows. A list that had some keeps its record. */
export const EMPTY = Buffer.from([0]);

export function readHead(record: Buffer): Head {
  const flags = record[0] ?? 0;
  const hasChanged = (flags & HAS_CHANGED) !== 0;
  const hasVersion = (flags & HAS_VERSION) !== 0;
  const versionAt = hasChanged ? 1 + CHANGED_AT_BYTES : 1;
  return {
    hasMore: (flags & HAS_MORE) !== 0,
    changedAt: hasChanged ? record.readUIntBE(1, CHANGED_AT_BYTES) : 0,
    versionAt: hasVersion ? versionAt : null,
    rowsAt: hasVersion ? versionAt + VERSION_BYTES : versionAt,
  };
}

/** Returns the sum of the hashes of a list's rows, as hex digits. Who knows `secret` can forge it. */
export function versionOf({ versionAt, rowsAt }: Head, record: Buffer, secret: string): string {
  if (versionAt !== null) return record.toString('hex', versionAt, versionAt + VERSION_BYTES);
  return rowsAt < record.length ? hashRow(record, rowsAt, record.length, secret) : NO_ROWS;
}

/** Makes the first record of a list. */
export function writeFirst(
  { hasMore, changedAt, version }: Pick<Head, 'hasMore' | 'changedAt'> & { readonly version: string },
  rows: Buffer,
): Buffer {
  const hasMany = hasMore || (rows.length > 0 && endOfRow(rows, 0) < rows.length);
  const head = Buffer.alloc(MAX_HEAD_BYTES);
  head[0] = (hasMore ? HAS_MORE : 0) | (changedAt > 0 ? HAS_CHANGED : 0) | (hasMany ? HAS_VERSION : 0);
  let at = changedAt > 0 ? head.writeUIntBE(changedAt, 1, CHANGED_AT_BYTES) : 1;
  if (hasMany) at += head.write(version, at, 'hex');
  return Buffer.concat([head.subarray(0, at), rows]);
}

/** The sum does not depend on the order of changes, and a change that is undone leaves nothing behind. */
export function addHash(version: string, row: string, action: 'put' | 'remove'): string {
  const [sum, own] = [BigInt(`0x${version}`), BigInt(`0x${row}`)];
  const changed = BigInt.asUintN(8 * VERSION_BYTES, action === 'put' ? sum + own : sum - own);
  return changed.toString(16).padStart(2 * VERSION_BYTES, '0');
}

/** Returns the hash of the row from `start` to `end`, as hex digits. */
export function hashRow(record: Buffer, start: number, end: number, secret: string): string {
  const at = hashed.write(secret);
  const length = at + record.copy(hashed, at, start, end);
  return hash('sha256', hashed.subarray(0, length), 'hex').slice(0, 2 * VERSION_BYTES);
}
