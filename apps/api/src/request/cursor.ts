/** A place in a list, as a text that a client sends back. It names the blocks that all pages are read at. */
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Address, parseAddress, REGISTRY_IDS, type Registry } from '@mandate/core';
import type { PastBlock } from '@mandate/store';
import { z } from 'zod';
import type { ProblemError } from '../http/problems.ts';
import { refuseOne } from './read-parameters.ts';

/** The blocks of a list, and how often the chain had gone back when they were chosen. */
export interface Pin {
  /** The block that the list is of: each page names it. */
  readonly block: PastBlock;
  /** The block up to which the ledger is read. */
  readonly readUpTo: number;
  readonly rewinds: number;
  /** The safe block of a strict list: its grants stood without interruption since then. */
  readonly safeBlock: number | null;
}

export interface ListPlace {
  readonly direction: 'from' | 'to';
  /** The last row before it; without one, the direction's first row is next. */
  readonly after?: { readonly block: number; readonly log: number };
}

/** Whose list it is. A cursor of another list is refused. */
export interface List {
  readonly chainId: number;
  readonly registry: Registry;
  readonly wallet: Address;
  /** By which block was asked for: the other pages have to ask for the same. */
  readonly moment: string;
}

const count = z.int().nonnegative();
/** The ledger keeps these in four bytes: a larger number is an error of the cursor, not of the database. */
const smallCount = count.max(2 ** 31 - 1);
const schema = z.tuple([
  z.literal(2),
  count,
  z.enum(REGISTRY_IDS),
  z
    .string()
    .regex(/^0x[0-9a-f]{40}$/)
    .transform(parseAddress),
  z.string(),
  count,
  z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]).nullable(),
  count.nullable(),
  smallCount,
  count.nullable(),
  z.enum(['from', 'to']),
  z.union([z.tuple([]), z.tuple([count, smallCount])]),
  /** The block up to which the ledger is read, if it is another than the one that the list is of. */
  count.optional(),
]);

type Fields = z.input<typeof schema>;

const MAC_LENGTH = 22;

const IDENTITY_LENGTH = 22;

/** Returns the same text for the same question, which all pages have to repeat. */
export function identifyQuestion(kind: string, asked: readonly unknown[]): string {
  return `${kind}:${hash('sha256', JSON.stringify(asked), 'base64url').slice(0, IDENTITY_LENGTH)}`;
}

export type Cursors = ReturnType<typeof createCursors>;

/**
 * Cursors are signed: a page names the block that its cursor says, and at a final block it may be kept for ever.
 * A client that could write its own cursor could make us name a block that never was.
 */
export function createCursors(getSecret: () => Promise<Buffer>) {
  let secret: KeyObject | null = null;

  async function sign(body: string): Promise<string> {
    secret ??= createSecretKey(await getSecret());
    return createHmac('sha256', secret).update(body).digest('base64url').slice(0, MAC_LENGTH);
  }

  /** Writes fields as a text that only we can write. The first field tells the kinds of cursors apart. */
  async function seal(fields: readonly unknown[]): Promise<string> {
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
    return body + (await sign(body));
  }

  /** Returns the fields of a text. Throws unless we wrote it. */
  async function unseal(text: string): Promise<unknown> {
    const body = text.slice(0, -MAC_LENGTH);
    const [given, right] = [Buffer.from(text.slice(-MAC_LENGTH)), Buffer.from(await sign(body))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw notOurs();
    return JSON.parse(Buffer.from(body, 'base64url').toString());
  }

  return {
    seal,
    unseal,
    async write({ chainId, registry, wallet, moment }: List, pin: Pin, { direction, after }: ListPlace) {
      const { block, readUpTo, rewinds, safeBlock } = pin;
      const list = [2, chainId, registry, wallet, moment] as const;
      const at = [block.number, block.hash, block.timestamp, rewinds, safeBlock] as const;
      const fields: Fields = [...list, ...at, direction, after ? [after.block, after.log] : []];
      if (readUpTo !== block.number) fields[12] = readUpTo;
      return seal(fields);
    },
    /** Throws unless we wrote it, for this list. */
    read: async (text: string, list: List) => readFields(await unseal(text), list),
  };
}

/** Reads what we wrote, but perhaps in another version, or for another list. */
function readFields(fields: unknown, list: List): Omit<PinnedListPlace, 'list'> {
  const { list: own, ...rest } = parseListPlace(fields);
  if (own.chainId !== list.chainId || own.registry !== list.registry || own.wallet !== list.wallet)
    throw refuseOne('cursor', 'belongs to another list: send the wallet and chainId of the earlier page.');
  if (own.moment !== list.moment)
    throw refuseOne('cursor', 'belongs to a list at another block: send the parameters of the earlier page.');
  return rest;
}

/** A place in a list that is read at chosen blocks. */
interface PinnedListPlace {
  readonly list: List;
  readonly pin: Pin;
  readonly place: ListPlace;
}

/** Parses the fields of a cursor. Throws unless they are of this version. */
export function parseListPlace(fields: unknown): PinnedListPlace {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) throw notOurs();
  const [, chainId, registry, wallet, moment, number, hash, timestamp, ...rest] = parsed.data;
  const [rewinds, safeBlock, direction, after, readUpTo = number] = rest;
  const [block, log] = after;
  return {
    list: { chainId, registry, wallet, moment },
    pin: { block: { number, hash, timestamp }, readUpTo, rewinds, safeBlock },
    place: block === undefined || log === undefined ? { direction } : { direction, after: { block, log } },
  };
}

function notOurs(): ProblemError {
  return refuseOne('cursor', 'is not valid: take it from the Link header of an earlier page.');
}
