/** A copy of the standing delegations in a folder of this host, which any number of its processes can read. */
import { type Answer, check as answer, type Question } from '@mandate/core';
import type { Checkpoint, DatedRow, LogPlace, LogRead } from '@mandate/store';
import { open } from 'lmdb';
import {
  type ChainRecord,
  createChainRecords,
  isKnown,
  isOlder,
  isSame,
  type ReadyChain,
} from './chain-record.ts';
import type { Moment } from './clock.ts';
import { createTakenRows } from './dated-rows.ts';
import { findFolder, prepareFolder } from './folder.ts';
import { findGranting, type WantedGrants } from './granting.ts';
import { createLease } from './lease.ts';
import { createLoading } from './loading.ts';
import { readPair } from './pair.ts';
import { applyChange, type Tables } from './tables.ts';
import { type ListId, type PageRange, type RowsRead, readPage, type TakeRow } from './wallet-list.ts';

export interface Checked {
  /** The block that the answer is for. */
  readonly checkpoint: Checkpoint;
  /** The log that the copy was made from. */
  readonly feed: string;
  readonly answer: Answer;
}

/** A page of a list, and the block that it is of. */
export interface ListRead extends RowsRead {
  readonly checkpoint: Checkpoint;
  readonly feed: string;
  /** The block at which the chain was loaded: what changed before is not known. */
  readonly loadedAt: number;
}

/** A page whose rows say when they began. */
interface DatedListRead extends ListRead {
  /** `null` if the time of one is not known. */
  readonly rows: readonly DatedRow[] | null;
}

export interface FoundRows {
  readonly checkpoint: Checkpoint;
  readonly feed: string;
  /** `null` if too many rows would have to be read, or the time of one is not known. */
  readonly rows: readonly DatedRow[] | null;
}

export interface ReadModelState {
  readonly chainId: number;
  readonly ready: boolean;
  /** `null` if the chain is not ready. */
  readonly block: number | null;
}

export interface ReadModelOptions {
  /** Must be on a local disk, because it is mapped into memory. */
  readonly dir: string;
  /** For a process that only answers, while another one follows the ledger. */
  readonly readOnly?: boolean;
}

/** The version of the stored records. A new version starts beside the old one and never misreads it. */
const FORMAT = 4;
/** Address space, not memory. More than any ledger needs. */
const MAP_BYTES = 2 ** 37;
const MAX_CHAINS = 1_000;
const LEDGER_ID = Buffer.from('ledger');

export type ReadModel = ReturnType<typeof openReadModel>;

export function openReadModel({ dir, readOnly = false }: ReadModelOptions) {
  const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
  const { path, noSync } = findFolder(dir);
  if (!readOnly) prepareFolder(dir, path);
  const environment = open({
    path,
    mapSize: MAP_BYTES,
    maxDbs: MAX_CHAINS,
    readOnly,
    ...binary,
    // Otherwise a folder with a dot in its name is taken for a file.
    noSubdir: false,
    noSync,
    overlappingSync: false,
  });
  const facts = environment.openDB<Buffer, Buffer>({ name: `facts ${FORMAT}`, ...binary });
  const records = createChainRecords(
    environment.openDB<Buffer, Buffer>({ name: `chains ${FORMAT}`, ...binary }),
  );
  const opened = new Map<number, Tables>();

  /**
   * Opens a chain's tables. Never call this within a transaction: a database opened there can't be read before the
   * transaction ends, and checks can come at any time.
   */
  function tablesOf(chainId: number): Tables {
    const known = opened.get(chainId);
    if (known) return known;
    const openTable = (name: string) =>
      environment.openDB<Buffer, Buffer>({ name: `${name} ${FORMAT} of ${chainId}`, ...binary });
    const tables = { pairs: openTable('pairs'), lists: openTable('lists') };
    opened.set(chainId, tables);
    return tables;
  }

  /**
   * Writes everything or nothing, and throws if the disk is full. With lmdb's asynchronous writes, a full disk
   * rejects promises that nobody can catch, and the next write hangs.
   */
  const write = <T>(work: () => T): T => environment.transactionSync(work);

  const lease = createLease(facts, write);
  let ledgerId: string | null = null;

  /** Returns the id of the ledger that this is a copy of. `null` if there is none yet. */
  function findLedgerId(): string | null {
    ledgerId ??= facts.getBinary(LEDGER_ID)?.toString() ?? null;
    return ledgerId;
  }

  /** Returns what outsiders do not know, and all copies of a ledger share. */
  const getSecret = () => findLedgerId() ?? '';

  /** Makes this a copy of the given ledger. Returns false if it is a copy of another one. */
  function claim(id: string): boolean {
    if (findLedgerId() !== null) return findLedgerId() === id;
    write(() => {
      if (!facts.getBinary(LEDGER_ID)) facts.putSync(LEDGER_ID, Buffer.from(id));
    });
    return findLedgerId() === id;
  }

  /** Returns the block that checks of a chain are answered for now. `null` if the chain is not ready. */
  function findCheckpoint(chainId: number): Checkpoint | null {
    const record = records.find(chainId);
    return record?.state === 'ready' ? record.checkpoint : null;
  }

  /**
   * Reads from a chain's tables and its checkpoint without a pause in between, and so from one state of the file. `null` if the
   * chain is not ready.
   */
  function readFrom<T>(chainId: number, read: (tables: Tables, record: ReadyChain) => T): T | null {
    // Opening tables ends the current view of the file, so it comes before everything that is read for the answer.
    if (!opened.has(chainId) && findCheckpoint(chainId)) tablesOf(chainId);
    const tables = opened.get(chainId);
    const record = records.find(chainId);
    return tables && record?.state === 'ready' ? read(tables, record) : null;
  }

  function check(chainId: number, question: Question): Checked | null {
    return readFrom(chainId, ({ pairs }, { checkpoint, place: { feed } }) => {
      const pair = readPair(pairs, question);
      return { checkpoint, feed, answer: answer(question, (grant) => pair?.find(grant)) };
    });
  }

  /** Reads a page of a wallet's list, outgoing rows first. `take` is called for each row. */
  function list(
    chainId: number,
    id: Omit<ListId, 'direction'>,
    page: PageRange,
    take: TakeRow,
  ): ListRead | null {
    return readFrom(chainId, ({ lists }, { checkpoint, place: { feed }, loadedAt }) => {
      return { ...readPage(lists, id, page, getSecret(), take), checkpoint, feed, loadedAt };
    });
  }

  /** Reads a page of a wallet's list with the transaction and the time of each row. */
  function listDated(chainId: number, id: Omit<ListId, 'direction'>, page: PageRange): DatedListRead | null {
    return readFrom(chainId, ({ lists, pairs }, { checkpoint, place: { feed }, loadedAt }) => {
      const taken = createTakenRows(id.wallet);
      const read = readPage(lists, id, page, getSecret(), taken.take);
      return { ...read, rows: taken.date(pairs), checkpoint, feed, loadedAt };
    });
  }

  /** Finds the rows of a wallet that are one of the wanted grants. */
  function findRows(chainId: number, wanted: WantedGrants): FoundRows | null {
    return readFrom(chainId, (tables, { checkpoint, place: { feed } }) => {
      return { rows: findGranting(tables, wanted), checkpoint, feed };
    });
  }

  function states(): ReadModelState[] {
    return records.list().map((chainId) => {
      const checkpoint = findCheckpoint(chainId);
      return { chainId, ready: checkpoint !== null, block: checkpoint?.block.number ?? null };
    });
  }

  /** Returns the place of the chain's copy in the ledger's log. `undefined` if there is no copy. */
  function findPlace(chainId: number): LogPlace | undefined {
    const record = records.find(chainId);
    return record && 'place' in record ? record.place : undefined;
  }

  /** Applies the changes after a place. Returns false if another process has moved the chain meanwhile. */
  async function apply(chainId: number, from: LogPlace, read: LogRead, heard: Moment): Promise<boolean> {
    const { changes, place, checkpoint, complete } = read;
    if (!changes) throw new TypeError('The log does not have this place: load the chain again instead.');
    if (changes.length === 0 && isKnown(records.find(chainId), checkpoint)) return true;
    const tables = tablesOf(chainId);
    return write(() => {
      const there = records.find(chainId);
      if (!there || !('place' in there) || !isSame(there.place, from)) return false;
      const { loadedAt } = there;
      const record: ChainRecord = complete
        ? { state: 'ready', place, loadedAt, checkpoint, heard }
        : { state: 'behind', place, loadedAt };
      if (isOlder(there, record)) return false;
      for (const change of changes) applyChange(tables, change, getSecret());
      records.put(chainId, record);
      return true;
    });
  }

  /** Stops answering for a chain whose copy is at this place, until its log has been read from there or it is loaded again. */
  async function stopAnswering(chainId: number, at: LogPlace): Promise<void> {
    if (records.find(chainId)?.state !== 'ready') return;
    write(() => {
      const there = records.find(chainId);
      if (there?.state !== 'ready' || !isSame(there.place, at)) return;
      records.put(chainId, { state: 'behind', place: there.place, loadedAt: there.loadedAt });
    });
  }

  return {
    check,
    list,
    listDated,
    findRows,
    findCheckpoint,
    states,
    findPlace,
    findLedgerId,
    claim,
    ...lease,
    apply,
    stopAnswering,
    ...createLoading({ records, tablesOf, write, getSecret }),
    close: () => environment.close(),
  };
}
