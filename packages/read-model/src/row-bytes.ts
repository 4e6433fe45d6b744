/**
 * A row of a wallet's list as bytes: where it began, the other wallet, and the grant. Both addresses come with the case of
 * their digits, so that the row can be written as text without a hash.
 */
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  findAmount,
  type Rights,
} from '@mandate/core';
import type { Listed } from '@mandate/store';
import { CASE_BYTES, writeCase } from './checksum.ts';
import {
  endOfAmount,
  endOfGrant,
  hasRights,
  layoutOf,
  MAX_GRANT_BYTES,
  readNumber,
  writeGrant,
  writeNumber,
} from './grant-bytes.ts';

/** A block, and the position of a log in it: the order of lists. */
export type RowPosition = Listed['since'];

/** The side of a delegation whose wallet the list belongs to. */
export type Direction = 'from' | 'to';

const BLOCK_BYTES = 5;
const LOG_BYTES = 3;
export const PLACE_BYTES = BLOCK_BYTES + LOG_BYTES;
/** After every place that a row can begin at. */
export const LAST_PLACE: RowPosition = { block: 2 ** (8 * BLOCK_BYTES) - 1, log: 2 ** (8 * LOG_BYTES) - 1 };
const ADDRESS_BYTES = 20;
const RIGHTS_BYTES = 32;

/** The offsets of a row's parts. The case of the contract comes last, if the row has one. */
const PLACE = 0;
export const OTHER_CASE = PLACE + PLACE_BYTES;
export const OTHER = OTHER_CASE + CASE_BYTES;
export const GRANT = OTHER + ADDRESS_BYTES;
export const MAX_ROW_BYTES = GRANT + MAX_GRANT_BYTES + CASE_BYTES;

export function writePlace({ block, log }: RowPosition, into: Buffer, start: number): number {
  return into.writeUIntBE(log, into.writeUIntBE(block, start, BLOCK_BYTES), LOG_BYTES);
}

export function readPlace(bytes: Buffer, start: number): RowPosition {
  return {
    block: bytes.readUIntBE(start, BLOCK_BYTES),
    log: bytes.readUIntBE(start + BLOCK_BYTES, LOG_BYTES),
  };
}

/** Returns a negative number if the row at `start` began before a place, and 0 if it began there. */
export function comparePlace(bytes: Buffer, start: number, place: RowPosition): number {
  return (
    bytes.readUIntBE(start, BLOCK_BYTES) - place.block ||
    bytes.readUIntBE(start + BLOCK_BYTES, LOG_BYTES) - place.log
  );
}

/** Writes the row of a delegation in the list of one of its wallets, and returns where it ends. */
export function writeRow(
  delegation: Delegation,
  since: RowPosition,
  direction: Direction,
  into: Buffer,
  start: number,
): number {
  const other = direction === 'from' ? delegation.to : delegation.from;
  let at = writeCase(other, into, writePlace(since, into, start));
  at += into.write(other.slice(2), at, 'hex');
  at = writeGrant(delegation, into, at);
  const amount = findAmount(delegation);
  if (amount !== null) at = writeNumber(amount, into, at);
  return 'contract' in delegation ? writeCase(delegation.contract, into, at) : at;
}

/** Reads the delegation of the row at `start` in the list of a wallet. */
export function readRow(bytes: Buffer, start: number, direction: Direction, wallet: Address): Delegation {
  const grant = start + GRANT;
  const { registry, kind, hasContract, hasTokenId, hasAmount } = layoutOf(bytes, grant);
  const other = readOther(bytes, start);
  const wallets = direction === 'from' ? { from: wallet, to: other } : { from: other, to: wallet };
  const end = endOfGrant(bytes, grant);
  const afterContract = grant + 1 + (hasContract ? ADDRESS_BYTES : 0);
  const hex = (from: number, to: number) => `0x${bytes.toString('hex', from, to)}` as const;
  const limited = hasRights(bytes, grant) ? (hex(end - RIGHTS_BYTES, end) as Rights) : FULL_RIGHTS;
  return createDelegation({
    registry,
    kind,
    ...wallets,
    contract: hasContract ? (hex(grant + 1, afterContract) as Address) : null,
    tokenId: hasTokenId ? readNumber(bytes, afterContract) : null,
    rights: registry === 'v1' ? null : limited,
    amount: hasAmount ? readNumber(bytes, end) : null,
  });
}

/** Returns the other wallet of the row at `start`. */
export function readOther(bytes: Buffer, start: number): Address {
  return `0x${bytes.toString('hex', start + OTHER, start + GRANT)}` as Address;
}

export function endOfRow(bytes: Buffer, start: number): number {
  const grant = start + GRANT;
  const end = endOfAmount(bytes, grant, endOfGrant(bytes, grant));
  return layoutOf(bytes, grant).hasContract ? end + CASE_BYTES : end;
}
