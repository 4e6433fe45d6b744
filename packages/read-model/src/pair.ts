/**
 * Stores all grants from one wallet to another in one record, so that a check is one look-up. A pair with many grants
 * has one record per grant instead, and its own record has only their number, so that no change writes a long record.
 */
import { type Delegation, findAmount, type Grant, hasAmount } from '@mandate/core';
import type { DatedRow } from '@mandate/store';
import type { Database } from 'lmdb';
import {
  endOfAmount,
  endOfGrant,
  MAX_GRANT_BYTES,
  readNumber,
  writeGrant,
  writeNumber,
} from './grant-bytes.ts';

export type Pairs = Database<Buffer, Buffer>;

const WALLETS_BYTES = 40;
const MAX_PAIR_BYTES = 1_000;
/** The first byte of the record of a pair with many grants. No grant begins with it. */
const MANY = 0xff;
const NOTHING = Buffer.alloc(0);
const TX_BYTES = 32;
const TIMESTAMP_BYTES = 5;
const BEGINNING_BYTES = TX_BYTES + TIMESTAMP_BYTES;
/** The timestamp of a block whose time is not known. */
const UNKNOWN_TIME = 0;

// Shared by all look-ups, because nothing asynchronous happens between filling and reading them.
const pairKey = Buffer.alloc(WALLETS_BYTES);
const grantKey = Buffer.alloc(WALLETS_BYTES + MAX_GRANT_BYTES);

/** When a grant began. Its place in the chain is in the lists of its wallets. */
type Beginning = Pick<DatedRow['since'], 'tx' | 'timestamp'>;

/** The record of a pair, read once for all grants that are looked for in it. */
export interface Pair {
  /** Returns the delegation of this grant, if it stands. */
  find(grant: Grant): Delegation | undefined;
  /** Returns it with its beginning. */
  findDated(grant: Grant): (Beginning & { readonly delegation: Delegation }) | undefined;
}

/** Reads a pair. `undefined` if nothing stands between the two wallets. */
export function readPair(pairs: Pairs, { from, to }: Pick<Grant, 'from' | 'to'>): Pair | undefined {
  // The buffer is valid until the next look-up. For a pair with many grants, each grant is a look-up.
  const record = pairs.getBinaryFast(writePairKey(from, to));
  if (!record) return undefined;
  const hasMany = record[0] === MANY;

  /** Returns the bytes that have the amount of a grant, if it stands, and where. */
  function look(grant: Grant): readonly [bytes: Buffer, amountAt: number] | undefined {
    const length = writeGrant(grant, grantKey, WALLETS_BYTES);
    if (hasMany) {
      writePairKey(from, to).copy(grantKey);
      const own = pairs.getBinary(grantKey.subarray(0, length));
      return own && [own, 0];
    }
    const place = findGrant(record ?? NOTHING, grantKey.subarray(WALLETS_BYTES, length));
    return place && [record ?? NOTHING, place.amountAt];
  }

  return {
    find(grant) {
      const found = look(grant);
      return found && withAmount(grant, ...found);
    },
    findDated(grant) {
      const found = look(grant);
      return found && { delegation: withAmount(grant, ...found), ...readBeginning(grant, ...found) };
    },
  };
}

/** Adds a delegation, or changes its amount. Call within a transaction. */
export function putDelegation(pairs: Pairs, delegation: Delegation, beginning: Beginning): void {
  const key = Buffer.from(writePairKey(delegation.from, delegation.to));
  const { grant, rest } = bytesOf(delegation, beginning);
  const record = pairs.getBinary(key) ?? NOTHING;
  if (record[0] === MANY) putOwn(pairs, key, record, grant, rest);
  else putAll(pairs, key, Buffer.concat([without(record, grant), grant, rest]));
}

/** Removes a delegation. Call within a transaction. */
export function removeDelegation(pairs: Pairs, delegation: Delegation): void {
  const key = Buffer.from(writePairKey(delegation.from, delegation.to));
  const grant = Buffer.alloc(MAX_GRANT_BYTES);
  const own = grant.subarray(0, writeGrant(delegation, grant, 0));
  const record = pairs.getBinary(key) ?? NOTHING;
  if (record[0] === MANY) removeOwn(pairs, key, record, own);
  else putAll(pairs, key, without(record, own));
}

/** Writes all grants of a pair, into its record or, if there are many, into one record each. */
function putAll(pairs: Pairs, key: Buffer, record: Buffer): void {
  if (record.length === 0) {
    pairs.removeSync(key);
  } else if (record.length <= MAX_PAIR_BYTES) {
    pairs.putSync(key, record);
  } else {
    let count = 0;
    for (const { start, amountAt, end } of entriesOf(record)) {
      pairs.putSync(Buffer.concat([key, record.subarray(start, amountAt)]), record.subarray(amountAt, end));
      count++;
    }
    pairs.putSync(key, recordOfMany(count));
  }
}

function bytesOf(
  delegation: Delegation,
  { tx, timestamp }: Beginning,
): { readonly grant: Buffer; readonly rest: Buffer } {
  const bytes = Buffer.alloc(MAX_GRANT_BYTES + BEGINNING_BYTES);
  const grantEnd = writeGrant(delegation, bytes, 0);
  const amount = findAmount(delegation);
  let end = amount === null ? grantEnd : writeNumber(amount, bytes, grantEnd);
  end += bytes.write(tx.slice(2), end, 'hex');
  end = bytes.writeUIntBE(timestamp ?? UNKNOWN_TIME, end, TIMESTAMP_BYTES);
  return { grant: bytes.subarray(0, grantEnd), rest: bytes.subarray(grantEnd, end) };
}

function putOwn(pairs: Pairs, key: Buffer, record: Buffer, grant: Buffer, rest: Buffer): void {
  const own = Buffer.concat([key, grant]);
  if (!pairs.getBinary(own)) pairs.putSync(key, recordOfMany(record.readUInt32BE(1) + 1));
  pairs.putSync(own, rest);
}

function removeOwn(pairs: Pairs, key: Buffer, record: Buffer, grant: Buffer): void {
  const own = Buffer.concat([key, grant]);
  if (!pairs.getBinary(own)) return;
  pairs.removeSync(own);
  const count = record.readUInt32BE(1) - 1;
  if (count > 0) pairs.putSync(key, recordOfMany(count));
  else pairs.removeSync(key);
}

function writePairKey(from: string, to: string): Buffer {
  pairKey.write(from.slice(2), 0, 'hex');
  pairKey.write(to.slice(2), 20, 'hex');
  return pairKey;
}

function recordOfMany(count: number): Buffer {
  const record = Buffer.alloc(5);
  record[0] = MANY;
  record.writeUInt32BE(count, 1);
  return record;
}

interface GrantEntry {
  readonly start: number;
  readonly amountAt: number;
  readonly end: number;
}

function* entriesOf(record: Buffer): Generator<GrantEntry> {
  for (let start = 0; start < record.length; ) {
    const amountAt = endOfGrant(record, start);
    const end = endOfAmount(record, start, amountAt) + BEGINNING_BYTES;
    yield { start, amountAt, end };
    start = end;
  }
}

function findGrant(record: Buffer, grant: Buffer): GrantEntry | undefined {
  for (let start = 0; start < record.length; ) {
    const amountAt = endOfGrant(record, start);
    const end = endOfAmount(record, start, amountAt) + BEGINNING_BYTES;
    if (amountAt - start === grant.length && record.compare(grant, 0, grant.length, start, amountAt) === 0)
      return { start, amountAt, end };
    start = end;
  }
  return undefined;
}

function without(record: Buffer, grant: Buffer): Buffer {
  const place = findGrant(record, grant);
  return place ? Buffer.concat([record.subarray(0, place.start), record.subarray(place.end)]) : record;
}

function withAmount(grant: Grant, bytes: Buffer, amountAt: number): Delegation {
  return hasAmount(grant) ? { ...grant, amount: readNumber(bytes, amountAt) } : grant;
}

function readBeginning(grant: Grant, bytes: Buffer, amountAt: number): Beginning {
  const start = hasAmount(grant) ? amountAt + 1 + (bytes[amountAt] ?? 0) : amountAt;
  const timestamp = bytes.readUIntBE(start + TX_BYTES, TIMESTAMP_BYTES);
  return {
    tx: `0x${bytes.toString('hex', start, start + TX_BYTES)}`,
    timestamp: timestamp === UNKNOWN_TIME ? null : timestamp,
  };
}
