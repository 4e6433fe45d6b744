/** A wallet's list page by page, outgoing first, all of it at one block. */
import type { ListRead, ReadModel } from '@mandate/read-model';
import { MAX_ROW_BYTES, writeRow } from '@mandate/read-model/rows';
import type { Checkpoint, Listed, Reader } from '@mandate/store';
import { findAuditMark, findAuditMarkOfReceiver } from '../request/audit-marks.ts';
import type { ServedChain } from '../request/chains.ts';
import type { List, Pin, Place } from '../request/cursor.ts';
import { assertKnown, findDoubt, findUnverified } from '../request/freshness.ts';
import type { Numbers } from '../request/parameters.ts';
import type { AnswerSource } from './checks.ts';
import { createListText } from './list-text.ts';

/** The chain went back below the block that the list is read at: its other pages are not to be had any more. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

export interface Page {
  readonly pin: Pin;
  /** The rows as JSON, each after a comma. */
  readonly text: string;
  /** The place where the next page begins. Null: this was the last page. */
  readonly next: Place | null;
  /** The newest block that was final when the page was read. Null: not known. */
  readonly finalized: number | null;
  /** Differs whenever the list differs. Null: the database answered, or the list is of a block that was asked for. */
  readonly version: string | null;
}

export interface PageRequest {
  readonly list: List;
  readonly chain: ServedChain;
  readonly numbers: Numbers | undefined;
  /** Each row says where its grant was given for the first time. Only the database knows it. */
  readonly firstGrant?: boolean;
  /** Without it, the list is read at the block that the ledger is at. */
  readonly pin?: Pin;
  readonly place: Place;
  readonly limit: number;
}

export type ListReadModel = Pick<ReadModel, 'list'>;

export type ListPages = ReturnType<typeof createListPages>;

/** When a page needs another statement, it reads so many rows at least: those to pass over may be many. */
const ROWS_MORE = 250;

/** Reads lists: from the read model if it knows the block of the list, else from the database. */
export function createListPages(readModel: ListReadModel | null, countPage: (source: AnswerSource) => void) {
  /** Null: the read model does not know. */
  function readAtOnce(request: PageRequest): Page | null {
    const page = readModel && !request.firstGrant && readFromModel(readModel, request);
    if (page) countPage('read_model');
    return page || null;
  }

  async function read(getReader: () => Pick<Reader, 'list'>, request: PageRequest): Promise<Page> {
    const known = readAtOnce(request);
    if (known) return known;
    const mark = findMarkOfList(request);
    if (mark) throw mark;
    countPage('database');
    return readFromDatabase(getReader(), request);
  }

  return {
    readAtOnce,
    read,
    /** Returns a page without rows, to learn the block and the version of a present list. Null: the read model does not know. */
    findVersion: (request: Pick<PageRequest, 'list' | 'chain' | 'numbers'>) =>
      readModel && readFromModel(readModel, { ...request, place: FIRST, limit: 0 }),
  };
}

/** A list has what the wallet granted and what it was granted. */
function findMarkOfList({ chain, list: { registry, wallet } }: Pick<PageRequest, 'list' | 'chain'>) {
  return (
    findAuditMark(chain, { registry, from: wallet }) ??
    findAuditMarkOfReceiver(chain, { registry, to: wallet })
  );
}

/** The beginning of a list. */
export const FIRST: Place = { direction: 'from' };

/** Reads a page without a pause, and so from one state of the read model. Null: it does not know the block of the list. */
function readFromModel(readModel: ListReadModel, request: PageRequest): Page | null {
  if (findMarkOfList(request)) return null;
  const { list, chain, place: start, limit } = request;
  const text = createListText(list.wallet, request.numbers);
  const read = readModel.list(list.chainId, list, { start, limit }, text.add);
  const rows = text.take();
  const isUsable =
    read && (request.pin ? isKnown(read, request.pin, chain) : !findDoubt(chain, read.checkpoint));
  if (!isUsable) return null;
  const { block, rewinds, finalized } = read.checkpoint;
  const pin = request.pin ?? { block, readUpTo: block.number, rewinds, safeBlock: null };
  return { pin, text: rows, next: read.next, finalized, version: request.pin ? null : read.version };
}

/** Tells whether the read model knows a list at a block that was chosen before: it has not changed since. */
function isKnown({ checkpoint, loadedAt, changedAt }: ListRead, pin: Pin, chain: ServedChain): boolean {
  return (
    checkpoint.state === 'following' &&
    checkpoint.rewinds === pin.rewinds &&
    pin.safeBlock === null &&
    pin.readUpTo <= checkpoint.block.number &&
    pin.readUpTo >= Math.max(loadedAt, changedAt) &&
    !findUnverified(chain, checkpoint, pin.block.number)
  );
}

async function readFromDatabase(reader: Pick<Reader, 'list'>, request: PageRequest): Promise<Page> {
  let part = await readPart(reader, request);
  let { text } = part;
  let left = request.limit - part.rows;
  while (part.next && !part.full) {
    const rest = { pin: part.pin, place: part.next, limit: left };
    part = await readPart(reader, { ...request, ...rest }, ROWS_MORE);
    text += part.text;
    left -= part.rows;
  }
  return { pin: part.pin, text, next: part.next, finalized: part.finalized, version: null };
}

/** The part of a page that one statement reads. Full: there is a row more than the page takes. */
type Part = Pick<Page, 'pin' | 'text' | 'next' | 'finalized'> & {
  readonly rows: number;
  readonly full: boolean;
};

const rowBytes = Buffer.alloc(MAX_ROW_BYTES);

async function readPart(reader: Pick<Reader, 'list'>, request: PageRequest, leastRows = 0): Promise<Part> {
  const { list, chain, place, limit } = request;
  const most = Math.max(limit, leastRows);
  const at = request.pin ? atOf(request.pin) : {};
  const first = request.firstGrant ? { withFirst: true } : {};
  const read = await reader.list({ ...list, ...at, ...place, ...first, limit: most + 1 });
  const checkpoint: Checkpoint | undefined = read?.checkpoint;
  if (request.pin) assertReached(chain, request.pin, checkpoint, read?.replaced === true);
  else assertKnown(chain, checkpoint);
  // The first grant may be of any time.
  const unverified = request.firstGrant ? findUnverified(chain, checkpoint, 0) : null;
  if (unverified) throw unverified;
  const { block, rewinds, finalized } = checkpoint;
  const pin = request.pin ?? { block, readUpTo: block.number, rewinds, safeBlock: null };
  const found = read?.rows ?? [];
  // A delegation of the wallet to itself was listed as outgoing.
  const isNew = ({ delegation }: Listed) => place.direction === 'from' || delegation.from !== list.wallet;
  const fresh = found.filter(isNew);
  const full = fresh.length > limit;
  const rows = fresh.slice(0, limit);
  const text = createListText(list.wallet, request.numbers);
  for (const { delegation, since, first: firstGrant } of rows) {
    writeRow(delegation, since, place.direction, rowBytes, 0);
    text.add(place.direction, rowBytes, 0, firstGrant);
  }
  const last = full ? rows.at(-1) : found.at(-1);
  const after = last ? { direction: place.direction, after: last.since } : place;
  const other: Place | null = place.direction === 'from' ? { direction: 'to' } : null;
  const next = full || found.length > most ? after : other;
  return { pin, rows: rows.length, text: text.take(), next, finalized, full };
}

function atOf({ readUpTo, rewinds, safeBlock }: Pin) {
  return { atBlock: readUpTo, rewinds, ...(safeBlock === null ? {} : { steadySince: safeBlock }) };
}

/** A block that was read stays known however far the chain goes on, unless it is replaced. */
function assertReached(
  chain: ServedChain,
  pin: Pin,
  checkpoint: Checkpoint | undefined,
  replaced: boolean,
): asserts checkpoint is Checkpoint {
  if (replaced) throw new ReplacedError(`Block ${pin.readUpTo} was replaced.`);
  if (!checkpoint || checkpoint.state === 'tainted') assertKnown(chain, checkpoint);
  // It was read once, and is not there: this is another ledger than the one that the list was begun in.
  else if (pin.readUpTo > checkpoint.block.number || pin.rewinds > checkpoint.rewinds) {
    throw new ReplacedError(`Block ${pin.readUpTo} is not in the ledger.`);
  }
  const unverified = findUnverified(chain, checkpoint, pin.safeBlock ?? pin.block.number);
  if (unverified) throw unverified;
}
