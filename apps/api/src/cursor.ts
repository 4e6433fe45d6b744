/** A place in a list, as a text that a client sends back. It names the block that all pages are read at. */
import { type Address, parseAddress, type Registry } from '@mandate/core';
import type { Block } from '@mandate/store';
import { z } from 'zod';
import { ProblemError } from './problems.ts';

/** The block that a list is read at, and how often the chain had gone back when it was chosen. */
export interface Pin {
  readonly block: Block;
  readonly rewinds: number;
}

export interface Place {
  readonly direction: 'from' | 'to';
  /** The last row before it; without one, the direction's first row is next. */
  readonly after?: { readonly block: number; readonly log: number };
}

/** Whose list it is. A cursor of another list is refused. */
export interface List {
  readonly chainId: number;
  readonly registry: Registry;
  readonly wallet: Address;
}

const count = z.int().nonnegative();
/** What the ledger keeps in four bytes: more than that is no error of the database's, but of the cursor. */
const smallCount = count.max(2 ** 31 - 1);
const schema = z.tuple([
  z.literal(1),
  count,
  z.enum(['v1', 'v2']),
  z
    .string()
    .regex(/^0x[0-9a-f]{40}$/)
    .transform(parseAddress),
  count,
  z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]),
  count,
  smallCount,
  z.enum(['from', 'to']),
  z.union([z.tuple([]), z.tuple([count, smallCount])]),
]);

export function writeCursor(
  { chainId, registry, wallet }: List,
  { block, rewinds }: Pin,
  place: Place,
): string {
  const { direction, after } = place;
  const fields: z.input<typeof schema> = [
    1,
    chainId,
    registry,
    wallet,
    block.number,
    block.hash as `0x${string}`,
    block.timestamp,
    rewinds,
    direction,
    after ? [after.block, after.log] : [],
  ];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

export function readCursor(text: string, list: List): { pin: Pin; place: Place } {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!parsed.success) throw refuse('is not one of ours: take it from the Link header of a page before.');
  const [, chainId, registry, wallet, number, hash, timestamp, rewinds, direction, after] = parsed.data;
  if (chainId !== list.chainId || registry !== list.registry || wallet !== list.wallet) {
    throw refuse('belongs to another list: send the wallet and chainId of the page before.');
  }
  const [block, log] = after;
  return {
    pin: { block: { number, hash: hash as Block['hash'], timestamp }, rewinds },
    place: block === undefined || log === undefined ? { direction } : { direction, after: { block, log } },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refuse(message: string): ProblemError {
  return new ProblemError('invalid_parameters', `"cursor" ${message}`, [{ parameter: 'cursor', message }]);
}
