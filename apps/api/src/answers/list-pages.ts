/** A wallet's list page by page, outgoing first, all of it at one block. */
import type { ListRead, ReadModel } from '@mandate/read-model';
import { type Direction, MAX_ROW_BYTES, writeRow } from '@mandate/read-model/rows';
import type { Checkpoint, DatedRow, Listed, Reader } from '@mandate/store';
import type { ProblemError } from '../http/problems.ts';
import { findAuditMark, findAuditMarkOfReceiver } from '../request/audit-marks.ts';
import type { ServedChain } from '../request/chains.ts';
import type { List, ListPlace, Pin } from '../request/cursor.ts';
import { assertKnown, findDoubt, findUnverified } from '../request/freshness.ts';
import type { ListTypes, Numbers } from '../request/parameters.ts';
import type { AnswerSource } from './checks.ts';
import { createListText } from './list-text.ts';

/** The chain went back below the block that the list is read at: its other pages are not to be had any more. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

export interface Page {
  readonly pin: Pin;
  /** The rows as JSON, each after a comma. Empty if the rows are dated. */
  readonly text: string;
  /** The dated rows. Empty unless the request asks for them. */
  readonly rows: readonly DatedRow[];
  /** The place where the next page begins. `null` if this was the last page. */
  readonly next: ListPlace | null;
  /** The newest block that was final when the page was read. `null` if it is not known. */
  readonly finalized: number | null;
  /** Differs whenever the list differs. `null` if the database answered, or the list is of a block that was asked for. */
  readonly version: string | null;
}

export interface PageRequest {
  readonly list: List;
  readonly chain: ServedChain;
  readonly numbers: Numbers | undefined;
  readonly types?: ListTypes | undefined;
  /** Each row says where its grant was given for the first time. Only the database knows it. */
  readonly firstGrant?: boolean;
  /** The rows come as delegations, each with the transaction and the time of its beginning. */
  readonly dated?: boolean;
  /** Lists this direction alone, with what the wallet granted itself. Without it, outgoing rows come before incoming ones. */
  readonly only?: Direction | undefined;
  /** Without it, the list is read at the block that the ledger is at. */
  readonly pin?: Pin;
  readonly place: ListPlace;
  readonly limit: number;
}

export type ListReadModel = Pick<ReadModel, 'list' | 'listDated'>;

export type ListPages = ReturnType<typeof createListPages>;

/** When a page needs another statement, it reads so many rows at least: those to pass over may be many. */
const ROWS_MORE = 250;

/** Reads lists: from the read model if it knows the block of the list, else from the database. */
export function createListPages(readModel: ListReadModel | null, countPage: (source: AnswerSource) => void) {
  /** `null` if the read model does not know. */
  function readAtOnce(request: PageRequest): Page | null {
    const page = readModel && !request.firstGrant && readFromModel(readModel, request);
    if (page) countPage('read_model');
    return page || null;
  }

  async function read(getReader: () => Pick<Reader, 'list'>, request: PageRequest): Promise<Page> {
    return readAtOnce(request) ?? readFromDatabase(getReader, request);
  }

  async function readFromDatabase(
    getReader: () => Pick<Reader, 'list'>,
    request: PageRequest,
  ): Promise<Page> {
    const mark = await findMarkOfList(request);
    if (mark) throw mark;
    countPage('database');
    return readParts(getReader(), request);
  }

  return {
    readAtOnce,
    read,
    readFromDatabase,
    /** Returns a page without rows, to learn the block and the version of a present list. `null` if the read model does not know. */
    findVersion: (request: Pick<PageRequest, 'list' | 'chain' | 'numbers' | 'dated' | 'only'>) =>
      readModel && readFromModel(readModel, { ...request, place: FIRST, limit: 0 }),
  };
}

type MarkedList = Pick<PageRequest, 'chain' | 'only'> & { readonly list: Pick<List, 'registry' | 'wallet'> };

/** A list has what the wallet granted and what it was granted. */
export async function findMarkOfList(asked: MarkedList): Promise<ProblemError | null> {
  const { chain, list, only } = asked;
  if (only === 'from') return findMarkOfGiver(asked);
  const { registry, wallet: to } = list;
  return findMarkOfGiver(asked) ?? (await findAuditMarkOfReceiver(chain, { registry, to }));
}

const findMarkOfGiver = ({ chain, list: { registry, wallet: from }, only }: MarkedList) =>
  only === 'to' ? null : findAuditMark(chain, { registry, from });

/** The beginning of a list. */
export const FIRST: ListPlace = { direction: 'from' };

/** Reads a page without a pause, and so from one state of the read model. `null` if it does not know the block of the list. */
function readFromModel(readModel: ListReadModel, request: PageRequest): Page | null {
  if (findMarkOfGiver(request)) return null;
  const { chain } = request;
  const found = request.dated ? readDated(readModel, request) : readText(readModel, request);
  if (!found) return null;
  const { read, text, rows } = found;
  const isUsable = request.pin ? isKnown(read, request.pin, chain) : !findDoubt(chain, read.checkpoint);
  if (!isUsable) return null;
  const { block, rewinds, finalized } = read.checkpoint;
  const pin = request.pin ?? { block, readUpTo: block.number, rewinds, safeBlock: null };
  return { pin, text, rows, next: read.next, finalized, version: request.pin ? null : read.version };
}

function readText(readModel: ListReadModel, { list, place, limit, only, numbers, types }: PageRequest) {
  const text = createListText(list.wallet, numbers, types);
  const read = readModel.list(list.chainId, list, { start: place, limit, only }, text.add);
  return read && { read, text: text.take(), rows: [] };
}

/** `null` if the read model does not know the page, or when one of its rows began. */
function readDated(readModel: ListReadModel, { list, chain, place, limit, only }: PageRequest) {
  const read = readModel.listDated(list.chainId, list, { start: place, limit, only });
  if (!read?.rows || findUnverified(chain, read.checkpoint, 0)) return null;
  return { read, text: '', rows: read.rows };
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

async function readParts(reader: Pick<Reader, 'list'>, request: PageRequest): Promise<Page> {
  let part = await readPart(reader, request);
  let { text, rows } = part;
  let left = request.limit - part.count;
  while (part.next && !part.full) {
    const rest = { pin: part.pin, place: part.next, limit: left };
    part = await readPart(reader, { ...request, ...rest }, ROWS_MORE);
    text += part.text;
    rows = [...rows, ...part.rows];
    left -= part.count;
  }
  return { pin: part.pin, text, rows, next: part.next, finalized: part.finalized, version: null };
}

/** The part of a page that one statement reads. Full: there is a row more than the page takes. */
type Part = Pick<Page, 'pin' | 'text' | 'rows' | 'next' | 'finalized'> & {
  readonly count: number;
  readonly full: boolean;
};

const rowBytes = Buffer.alloc(MAX_ROW_BYTES);

async function readPart(reader: Pick<Reader, 'list'>, request: PageRequest, leastRows = 0): Promise<Part> {
  const { list, chain, place, limit, only } = request;
  const most = Math.max(limit, leastRows);
  const read = await reader.list({ ...list, ...place, ...moreOf(request), limit: most + 1 });
  const checkpoint: Checkpoint | undefined = read?.checkpoint;
  if (request.pin) assertReached(chain, request.pin, checkpoint, read?.replaced === true);
  else assertKnown(chain, checkpoint);
  // The first grant may be of any time, and so may the beginning of a row.
  const unverified = request.firstGrant || request.dated ? findUnverified(chain, checkpoint, 0) : null;
  if (unverified) throw unverified;
  const { block, rewinds, finalized } = checkpoint;
  const pin = request.pin ?? { block, readUpTo: block.number, rewinds, safeBlock: null };
  const found = read?.rows ?? [];
  // A delegation of the wallet to itself was listed as outgoing.
  const isNew = ({ delegation }: Listed) =>
    place.direction === 'from' || only || delegation.from !== list.wallet;
  const fresh = found.filter(isNew);
  const full = fresh.length > limit;
  const rows = fresh.slice(0, limit);
  const last = full ? rows.at(-1) : found.at(-1);
  const after = last ? { direction: place.direction, after: last.since } : place;
  const other: ListPlace | null = place.direction === 'from' && !only ? { direction: 'to' } : null;
  const next = full || found.length > most ? after : other;
  const written = request.dated
    ? { text: '', rows: rows.map(dateRow) }
    : { text: writeRows(rows, request), rows: [] };
  return { pin, count: rows.length, ...written, next, finalized, full };
}

function writeRows(rows: readonly Listed[], { list, numbers, types, place }: PageRequest): string {
  const { direction } = place;
  const text = createListText(list.wallet, numbers, types);
  for (const { delegation, since, first: firstGrant } of rows) {
    writeRow(delegation, since, direction, rowBytes, 0);
    text.add(direction, rowBytes, 0, firstGrant);
  }
  return text.take();
}

function dateRow({ delegation, began }: Listed): DatedRow {
  if (!began) throw new TypeError('A row of a dated list has no beginning.');
  return { delegation, since: began };
}

/** Returns the block of the list, and what its rows say beside their delegations. */
function moreOf({ pin, firstGrant, dated }: PageRequest) {
  return {
    ...(pin ? atOf(pin) : {}),
    ...(firstGrant ? { withFirst: true } : {}),
    ...(dated ? { datedAt: pin?.block.number ?? 0 } : {}),
  };
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
