/** A wallet's list page by page, outgoing first, all of it at one block. */
import type { Checkpoint, Listed, Reader } from '@mandate/store';
import type { ServedChain } from '../request/chains.ts';
import type { List, Pin, Place } from '../request/cursor.ts';
import { assertKnown, findUnverified } from '../request/freshness.ts';

/** The chain went back below the block that the list is read at: its other pages are not to be had any more. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

export interface Page {
  readonly pin: Pin;
  readonly rows: readonly Listed[];
  /** The place where the next page begins. Null: this was the last page. */
  readonly next: Place | null;
  /** The newest block that was final when the page was read. Null: not known. */
  readonly finalized: number | null;
}

export interface PageRequest {
  readonly list: List;
  readonly chain: ServedChain;
  /** Without it, the list is read at the block that the ledger is at. */
  readonly pin?: Pin;
  readonly place: Place;
  readonly limit: number;
}

/** When a page needs another statement, it reads so many rows at least: those to pass over may be many. */
const ROWS_MORE = 250;

export async function readPage(reader: Pick<Reader, 'list'>, request: PageRequest): Promise<Page> {
  let part = await readPart(reader, request);
  const rows = [...part.rows];
  while (part.next && !part.full) {
    const rest = { pin: part.pin, place: part.next, limit: request.limit - rows.length };
    part = await readPart(reader, { ...request, ...rest }, ROWS_MORE);
    rows.push(...part.rows);
  }
  return { pin: part.pin, rows, next: part.next, finalized: part.finalized };
}

/** The part of a page that one statement reads. Full: there is a row more than the page takes. */
type Part = Page & { readonly full: boolean };

async function readPart(reader: Pick<Reader, 'list'>, request: PageRequest, leastRows = 0): Promise<Part> {
  const { list, chain, place, limit } = request;
  const most = Math.max(limit, leastRows);
  const at = request.pin ? atOf(request.pin) : {};
  const read = await reader.list({ ...list, ...at, ...place, limit: most + 1 });
  const checkpoint: Checkpoint | undefined = read?.checkpoint;
  if (request.pin) assertReached(chain, request.pin, checkpoint, read?.replaced === true);
  else assertKnown(chain, checkpoint);
  const { block, rewinds, finalized } = checkpoint;
  const pin = request.pin ?? { block, readUpTo: block.number, rewinds, safeBlock: null };
  const found = read?.rows ?? [];
  // A delegation of the wallet to itself was listed as outgoing.
  const isNew = ({ delegation }: Listed) => place.direction === 'from' || delegation.from !== list.wallet;
  const fresh = found.filter(isNew);
  const full = fresh.length > limit;
  const rows = fresh.slice(0, limit);
  const last = full ? rows.at(-1) : found.at(-1);
  const after = last ? { direction: place.direction, after: last.since } : place;
  const other: Place | null = place.direction === 'from' ? { direction: 'to' } : null;
  return { pin, rows, next: full || found.length > most ? after : other, finalized, full };
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
