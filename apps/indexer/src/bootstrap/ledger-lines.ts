/**
 * The lines of an exported ledger: a head, the blocks, the rows and an end. There is only one way to write each, so
 * that every operator's file for a chain and block is the same, and so is its digest.
 */
import {
  type Address,
  createDelegation,
  type DelegationFields,
  parseAddress,
  parseRights,
  type Registry,
} from '@mandate/core';
import type { Begun, Block, Position } from '@mandate/store';
import type { Hex } from 'viem';

export interface Head {
  readonly chainId: number;
  readonly registries: Readonly<Partial<Record<Registry, Address>>>;
  /** The final block that the ledger is valid for. */
  readonly block: Block;
}

/** The numbers of blocks and rows. A file without this last line is truncated. */
export interface Counts {
  readonly blocks: number;
  readonly rows: number;
}

const FORMAT = 'mandate-ledger-1';

/** Describes the counts to an operator: `1 row and 2 blocks`. */
export function describeCounts({ rows, blocks }: Counts): string {
  const count = (number: number, noun: string) => `${number} ${number === 1 ? noun : `${noun}s`}`;
  return `${count(rows, 'row')} and ${count(blocks, 'block')}`;
}

/** The line is not one that an export writes. */
export class LedgerLineError extends Error {
  override readonly name = 'LedgerLineError';
}

export function writeHead({ chainId, registries: { v1, v2 }, block }: Head): string {
  const registries = { ...(v1 ? { v1 } : {}), ...(v2 ? { v2 } : {}) };
  const { number, hash, timestamp } = block;
  return JSON.stringify({ format: FORMAT, chainId, registries, block: { number, hash, timestamp } });
}

export function writeBlock({ number, hash, timestamp }: Block): string {
  return `[${number},"${hash}",${timestamp}]`;
}

export function writeRow({ delegation, since, until }: Begun): string {
  const text = (value: string | bigint | undefined) => (value === undefined ? 'null' : `"${value}"`);
  const place = (at: Position | null) => (at ? `[${at.block},${at.log},"${at.tx}"]` : 'null');
  const { registry, kind, from, to } = delegation;
  const contract = 'contract' in delegation ? delegation.contract : undefined;
  const tokenId = 'tokenId' in delegation ? delegation.tokenId : undefined;
  const rights = 'rights' in delegation ? delegation.rights : undefined;
  const amount = 'amount' in delegation ? delegation.amount : undefined;
  return (
    `["${registry}","${kind}","${from}","${to}",${text(contract)},${text(tokenId)},${text(rights)},${text(amount)},` +
    `${place(since)},${place(until)}]`
  );
}

export function writeEnd({ blocks, rows }: Counts): string {
  return `{"blocks":${blocks},"rows":${rows}}`;
}

export function parseHead(line: string): Head {
  return parse(line, writeHead, (value) => {
    const { format, chainId, registries, block } = value as Record<string, unknown>;
    if (format !== FORMAT) throw new LedgerLineError(`The file is not a ledger of the format ${FORMAT}.`);
    const { v1, v2 } = registries as Record<string, unknown>;
    const address = (of: Registry, text: unknown) =>
      text === undefined ? {} : { [of]: parseAddress(String(text)) };
    const { number, hash, timestamp } = block as Record<string, unknown>;
    return {
      chainId: toNumber(chainId),
      registries: { ...address('v1', v1), ...address('v2', v2) },
      block: { number: toNumber(number), hash: toHash(hash), timestamp: toNumber(timestamp) },
    };
  });
}

export function parseBlock(line: string): Block {
  return parse(line, writeBlock, (value) => {
    const [number, hash, timestamp] = value as unknown[];
    return { number: toNumber(number), hash: toHash(hash), timestamp: toNumber(timestamp) };
  });
}

export function parseRow(line: string): Begun {
  return parse(line, writeRow, (value) => {
    const [registry, kind, from, to, contract, tokenId, rights, amount, since, until] = value as unknown[];
    const fields: DelegationFields = {
      registry: registry === 'v1' ? 'v1' : 'v2',
      kind: kind as DelegationFields['kind'],
      from: parseAddress(String(from)),
      to: parseAddress(String(to)),
      contract: contract === null ? null : parseAddress(String(contract)),
      tokenId: tokenId === null ? null : toUint256(tokenId),
      rights: rights === null ? null : parseRights(String(rights)),
      amount: amount === null ? null : toUint256(amount),
    };
    const end = until === null ? null : { ...toPosition(until), inferred: false };
    return { delegation: createDelegation(fields), since: toPosition(since), until: end };
  });
}

export function parseEnd(line: string): Counts {
  return parse(line, writeEnd, (value) => {
    const { blocks, rows } = value as Record<string, unknown>;
    return { blocks: toNumber(blocks), rows: toNumber(rows) };
  });
}

/** Accepts a line only exactly as an export would write it: no other spelling, and nothing hidden in it. */
function parse<T>(line: string, write: (parsed: T) => string, read: (value: unknown) => T): T {
  let parsed: T;
  try {
    parsed = read(JSON.parse(line));
  } catch (error) {
    if (error instanceof LedgerLineError) throw error;
    throw new LedgerLineError('This is not a line of an exported ledger.', { cause: error });
  }
  if (write(parsed) !== line)
    throw new LedgerLineError('This line is not written the way an export writes it.');
  return parsed;
}

const HASH = /^0x[0-9a-f]{64}$/;
const DIGITS = /^\d{1,78}$/;
const MAX_INTEGER = 2 ** 31 - 1;

function toNumber(value: unknown, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max)
    throw new LedgerLineError('A number is missing, or too large.');
  return value;
}

function toHash(value: unknown): Hex {
  if (typeof value !== 'string' || !HASH.test(value)) throw new LedgerLineError('A hash is missing.');
  return value as Hex;
}

function toUint256(value: unknown): bigint {
  const number = typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : -1n;
  if (number < 0n || number >= 2n ** 256n) throw new LedgerLineError('A number is not a uint256.');
  return number;
}

function toPosition(value: unknown): Position {
  const [block, log, tx] = value as unknown[];
  return { block: toNumber(block), log: toNumber(log, MAX_INTEGER), tx: toHash(tx) };
}
