/** Finds rows of a wallet's list by their grant: who grants a wallet something, or whom it grants it to. */
import type { Address, Grant } from '@mandate/core';
import type { DatedRow } from '@mandate/store';
import { endOfGrant, MAX_GRANT_BYTES, writeGrant } from './grant-bytes.ts';
import { type Pairs, readPair } from './pair.ts';
import { type Direction, endOfRow, GRANT, type RowPosition, readOther, readPlace } from './row-bytes.ts';
import type { Tables } from './tables.ts';
import { readRecords } from './wallet-list.ts';

export interface WantedGrants {
  /** The side of the given wallet. */
  readonly direction: Direction;
  readonly wallet: Address;
  /** Their wallets on the other side stand for any. */
  readonly grants: readonly Grant[];
}

/** The most rows that are read for an answer. Strangers can give a wallet any number of rows. */
const MAX_ROWS = 2_000;

/** Returns null if the wallet has too many rows, or if the time of one that is found is not known. */
export function findGranting(
  { lists, pairs }: Tables,
  { direction, wallet, grants }: WantedGrants,
): readonly DatedRow[] | null {
  const found: (readonly [grant: Grant, place: RowPosition])[] = [];
  let rows = 0;
  for (const [registry, own] of Map.groupBy(grants, ({ registry }) => registry)) {
    const wanted = own.map((grant) => ({ grant, bytes: bytesOf(grant) }));
    readRecords(lists, { registry, wallet, direction }, undefined, (record, start) => {
      for (let at = start; at < record.length; at = endOfRow(record, at)) {
        rows++;
        const match = wanted.find(({ bytes }) => isGrantAt(record, at + GRANT, bytes));
        if (!match) continue;
        const other = readOther(record, at);
        const wallets = direction === 'from' ? { from: wallet, to: other } : { from: other, to: wallet };
        found.push([{ ...match.grant, ...wallets }, readPlace(record, at)]);
      }
      return rows <= MAX_ROWS;
    });
  }
  if (rows > MAX_ROWS) return null;
  const dated = found.flatMap(([grant, place]) => readRow(pairs, grant, place) ?? []);
  return dated.length === found.length ? dated : null;
}

function bytesOf(grant: Grant): Buffer {
  const bytes = Buffer.alloc(MAX_GRANT_BYTES);
  return bytes.subarray(0, writeGrant(grant, bytes, 0));
}

const isGrantAt = (record: Buffer, at: number, grant: Buffer): boolean =>
  record[at] === grant[0] &&
  endOfGrant(record, at) === at + grant.length &&
  record.compare(grant, 0, grant.length, at, at + grant.length) === 0;

/** `null` if the time of its block is not known. */
function readRow(pairs: Pairs, grant: Grant, { block, log }: RowPosition): DatedRow | null {
  const found = readPair(pairs, grant)?.findDated(grant);
  if (!found || found.timestamp === null) return null;
  const { delegation, tx, timestamp } = found;
  return { delegation, since: { block, log, tx, timestamp } };
}
