/** A copy of the standing delegations in a folder of this host, which any number of its processes can read. */
import { type Answer, check as answer, type Delegation, type Question } from '@mandate/core';
import type { Checkpoint, LoggedChange, LogPlace, LogRead, LogStart } from '@mandate/store';
import { open } from 'lmdb';
import { type ChainRecord, createChainRecords } from './chain-record.ts';
import { elapsedMs, type Moment, now } from './clock.ts';
import { findFolder, prepareFolder } from './folder.ts';
import { type Pairs, putDelegation, readPair, removeDelegation } from './pair.ts';

export interface Checked {
  /** The block that the answer is for. */
  readonly checkpoint: Checkpoint;
  readonly answer: Answer;
}

export interface ReadModelState {
  readonly chainId: number;
  readonly ready: boolean;
  /** Null: the chain is not ready. */
  readonly block: number | null;
}

export interface ReadModelOptions {
  /** Must be on a local disk, because it is mapped into memory. */
  readonly dir: string;
  /** For a process that only answers, while another one follows the ledger. */
  readonly readOnly?: boolean;
}

/** The version of the stored records. A new version starts beside the old one and never misreads it. */
const FORMAT = 2;
/** Address space, not memory. More than any ledger needs. */
const MAP_BYTES = 2 ** 37;
const MAX_CHAINS = 1_000;
const LEDGER_ID = Buffer.from('ledger');
/** A process that has not continued loading for this long counts as dead. */
const ABANDONED_MS = 10_000;
const FOLLOWER = Buffer.from('follower');
/** A follower that did not renew its lease for this long is replaced, before checks leave a read model that is behind. */
const LEASE_MS = 1_500;
const RENEW_AFTER_MS = 300;

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
  const opened = new Map<number, Pairs>();

  /**
   * Opens a chain's pairs. Never call this within a transaction: a database opened there can't be read before the
   * transaction ends, and checks can come at any time.
   */
  function pairsOf(chainId: number): Pairs {
    let pairs = opened.get(chainId);
    if (!pairs) {
      pairs = environment.openDB<Buffer, Buffer>({ name: `pairs ${FORMAT} of ${chainId}`, ...binary });
      opened.set(chainId, pairs);
    }
    return pairs;
  }

  /**
   * Writes everything or nothing, and throws if the disk is full. With lmdb's asynchronous writes, a full disk
   * rejects promises that nobody can catch, and the next write hangs.
   */
  const write = <T>(work: () => T): T => environment.transactionSync(work);

  let ledgerId: string | null = null;

  /** Returns the id of the ledger that this is a copy of. Null: of none yet. */
  function findLedgerId(): string | null {
    ledgerId ??= facts.getBinary(LEDGER_ID)?.toString() ?? null;
    return ledgerId;
  }

  /** Makes this a copy of the given ledger. Returns false if it is a copy of another one. */
  function claim(id: string): boolean {
    if (findLedgerId() !== null) return findLedgerId() === id;
    write(() => {
      if (!facts.getBinary(LEDGER_ID)) facts.putSync(LEDGER_ID, Buffer.from(id));
    });
    return findLedgerId() === id;
  }

  function findFollower(): { readonly by: string; readonly heard: Moment } | null {
    const found = facts.getBinary(FOLLOWER);
    return found ? JSON.parse(found.toString()) : null;
  }

  /** Returns whether another process follows the ledger. */
  function isFollowedByAnother(by: string): boolean {
    const follower = findFollower();
    return follower !== null && follower.by !== by && (elapsedMs(follower.heard) ?? LEASE_MS) < LEASE_MS;
  }

  /** Makes this process the follower, or renews its lease. Returns false if another follows. */
  function holdLease(by: string): boolean {
    const follower = findFollower();
    const isRecent = follower?.by === by && (elapsedMs(follower.heard) ?? LEASE_MS) < RENEW_AFTER_MS;
    if (isRecent) return true;
    return write(() => {
      if (isFollowedByAnother(by)) return false;
      facts.putSync(FOLLOWER, Buffer.from(JSON.stringify({ by, heard: now() })));
      return true;
    });
  }

  /** Lets another process follow at once. */
  function endLease(by: string): void {
    write(() => {
      if (findFollower()?.by === by) facts.removeSync(FOLLOWER);
    });
  }

  /** Returns the block that checks of a chain are answered for now. Null: the chain is not ready. */
  function findCheckpoint(chainId: number): Checkpoint | null {
    const record = records.find(chainId);
    return record?.state === 'ready' ? record.checkpoint : null;
  }

  /**
   * Reads checkpoint and pair without a pause in between, and so from one state of the file. Null: the chain is not
   * ready.
   */
  function check(chainId: number, question: Question): Checked | null {
    const checkpoint = findCheckpoint(chainId);
    if (!checkpoint) return null;
    const pairs = opened.get(chainId);
    if (!pairs) {
      // Opening ends the view of the file that the checkpoint was read from, so start again.
      pairsOf(chainId);
      return check(chainId, question);
    }
    const pair = readPair(pairs, question);
    return { checkpoint, answer: answer(question, (grant) => pair?.find(grant)) };
  }

  function states(): ReadModelState[] {
    return records.list().map((chainId) => {
      const checkpoint = findCheckpoint(chainId);
      return { chainId, ready: checkpoint !== null, block: checkpoint?.block.number ?? null };
    });
  }

  /** Returns the place of the chain's copy in the ledger's log. Undefined: there is no copy. */
  function findPlace(chainId: number): LogPlace | undefined {
    const record = records.find(chainId);
    return record && 'place' in record ? record.place : undefined;
  }

  /** Applies the changes after a place. Returns false if another process has moved the chain meanwhile. */
  async function apply(chainId: number, from: LogPlace, read: LogRead, heard: Moment): Promise<boolean> {
    const { changes, place, checkpoint, complete } = read;
    if (!changes) throw new TypeError('The log does not have this place: load the chain again instead.');
    if (changes.length === 0 && isKnown(records.find(chainId), checkpoint)) return true;
    const record: ChainRecord = complete ? readyAt({ place, checkpoint }, heard) : { state: 'behind', place };
    const pairs = pairsOf(chainId);
    return write(() => {
      if (!isSame(findPlace(chainId), from) || isOlder(records.find(chainId), record)) return false;
      for (const change of changes) applyOne(pairs, change);
      records.put(chainId, record);
      return true;
    });
  }

  /** Starts to load a chain. Returns false if another process is loading it. */
  async function beginLoading(chainId: number, by: string): Promise<boolean> {
    const pairs = pairsOf(chainId);
    return write(() => {
      const record = records.find(chainId);
      const others = record?.state === 'loading' && record.by !== by;
      if (others && (elapsedMs(record.heard) ?? ABANDONED_MS) < ABANDONED_MS) return false;
      pairs.clearSync();
      records.put(chainId, { state: 'loading', by, heard: now() });
      return true;
    });
  }

  /** Adds delegations to the chain being loaded. Returns false if another process has taken over. */
  async function load(chainId: number, by: string, delegations: readonly Delegation[]): Promise<boolean> {
    const pairs = pairsOf(chainId);
    return write(() => {
      if (!isLoading(chainId, by)) return false;
      for (const delegation of delegations) putDelegation(pairs, delegation);
      records.put(chainId, { state: 'loading', by, heard: now() });
      return true;
    });
  }

  /**
   * Ends the load. The loaded rows are from a past moment: without a checkpoint, the chain is answered only after its
   * log was read from there. Returns false if another process has taken over.
   */
  async function endLoading(
    chainId: number,
    by: string,
    { place, checkpoint }: Pick<LogStart, 'place'> & Partial<LogStart>,
    heard = now(),
  ): Promise<boolean> {
    return write(() => {
      if (!isLoading(chainId, by)) return false;
      records.put(chainId, checkpoint ? readyAt({ place, checkpoint }, heard) : { state: 'behind', place });
      return true;
    });
  }

  function isLoading(chainId: number, by: string): boolean {
    const record = records.find(chainId);
    return record?.state === 'loading' && record.by === by;
  }

  /** Removes a chain that the ledger no longer has. */
  async function forget(chainId: number): Promise<void> {
    const pairs = pairsOf(chainId);
    write(() => {
      pairs.clearSync();
      records.remove(chainId);
    });
  }

  return {
    check,
    findCheckpoint,
    states,
    findPlace,
    findLedgerId,
    claim,
    isFollowedByAnother,
    holdLease,
    endLease,
    apply,
    beginLoading,
    load,
    endLoading,
    forget,
    close: () => environment.close(),
  };
}

function applyOne(pairs: Pairs, { type, undone, delegation, amountBefore }: LoggedChange): void {
  const wasAnother = undone && type === 'amountChanged' && amountBefore !== null && 'amount' in delegation;
  if (wasAnother) putDelegation(pairs, { ...delegation, amount: amountBefore });
  else if (type === 'amountChanged' || (type === 'revoked') === undone) putDelegation(pairs, delegation);
  else removeDelegation(pairs, delegation);
}

function readyAt({ place, checkpoint }: LogStart, heard: Moment): ChainRecord {
  return {
    state: 'ready',
    place,
    checkpoint,
    heard,
  };
}

/** The heartbeat alone is not enough: a restored ledger reaches the same numbers again. */
function isKnown(
  there: ChainRecord | undefined,
  { block, state, head, rewinds, heartbeat }: Checkpoint,
): boolean {
  if (there?.state !== 'ready') return false;
  const { checkpoint } = there;
  return (
    checkpoint.heartbeat === heartbeat &&
    checkpoint.block.hash === block.hash &&
    checkpoint.state === state &&
    checkpoint.head === head &&
    checkpoint.rewinds === rewinds
  );
}

/** Returns whether another process has stored a newer record. */
function isOlder(there: ChainRecord | undefined, record: ChainRecord): boolean {
  if (there?.state !== 'ready' || record.state !== 'ready' || there.heard.boot !== record.heard.boot)
    return false;
  return record.heard.steadyMs < there.heard.steadyMs;
}

function isSame(a: LogPlace | undefined, b: LogPlace): boolean {
  return a?.feed === b.feed && a.number === b.number && a.stamp === b.stamp;
}
