/** A copy of what stands now, in a folder of this host, which any number of its processes read. */
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
  /** Null: it is not ready. */
  readonly block: number | null;
}

export interface ReadModelOptions {
  /** On a local disk: it is mapped into memory. */
  readonly dir: string;
  /** Of a process that answers while another one follows the ledger. */
  readonly readOnly?: boolean;
}

/** Of what is written. Another one begins anew beside it, and does not misread it. */
const FORMAT = 2;
/** Address space, not memory: more than any ledger needs. */
const MAP_BYTES = 2 ** 37;
const MAX_CHAINS = 1_000;
const LEDGER_ID = Buffer.from('ledger');
/** Who has not gone on loading for this long has ended. */
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

  /** Never within a transaction: what that opens can't be read before it is over, and checks come at any time. */
  function pairsOf(chainId: number): Pairs {
    let pairs = opened.get(chainId);
    if (!pairs) {
      pairs = environment.openDB<Buffer, Buffer>({ name: `pairs ${FORMAT} of ${chainId}`, ...binary });
      opened.set(chainId, pairs);
    }
    return pairs;
  }

  /**
   * Writes all of it or nothing, and throws where there is no room. lmdb's own asynchronous writing does not tell: on a full
   * disk it rejects promises that nobody can catch, and hangs the next time.
   */
  const write = <T>(work: () => T): T => environment.transactionSync(work);

  let ledgerId: string | null = null;

  /** The ledger that this is a copy of. Null: of none yet. */
  function findLedgerId(): string | null {
    ledgerId ??= facts.getBinary(LEDGER_ID)?.toString() ?? null;
    return ledgerId;
  }

  /** Makes it a copy of this ledger. Returns false if it is a copy of another. */
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

  /** Whether another process follows the ledger. */
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

  /** The block that checks of a chain are answered for now. Null: none can be. */
  function findCheckpoint(chainId: number): Checkpoint | null {
    const record = records.find(chainId);
    return record?.state === 'ready' ? record.checkpoint : null;
  }

  /** Checkpoint and pair are read without a pause between, and so from one state of the file. Null: it is not ready. */
  function check(chainId: number, question: Question): Checked | null {
    const checkpoint = findCheckpoint(chainId);
    if (!checkpoint) return null;
    const pairs = opened.get(chainId);
    if (!pairs) {
      // Opening ends the view of the file that the checkpoint was read from: what follows is of a newer one.
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

  /** Where the copy of a chain is in the ledger's log. Undefined: there is none. */
  function findPlace(chainId: number): LogPlace | undefined {
    const record = records.find(chainId);
    return record && 'place' in record ? record.place : undefined;
  }

  /** Goes on from a place. False: another process did meanwhile. */
  async function apply(chainId: number, from: LogPlace, read: LogRead, heard: Moment): Promise<boolean> {
    const { changes, place, checkpoint, complete } = read;
    if (!changes)
      throw new TypeError('There is nothing to go on with from a place that the log does not have.');
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

  /** Begins to copy a chain from nothing. False: another process is doing it. */
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

  /** False: it was taken over. */
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
   * What was read is of a moment that has passed: without a checkpoint nothing is answered before the log is followed
   * from there. False: it was taken over.
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

  /** The ledger does not have the chain any more. */
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

/** The heartbeat alone does not tell: a ledger that was restored comes to the same numbers again. */
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

/** What another process has put since is newer. */
function isOlder(there: ChainRecord | undefined, record: ChainRecord): boolean {
  if (there?.state !== 'ready' || record.state !== 'ready' || there.heard.boot !== record.heard.boot)
    return false;
  return record.heard.steadyMs < there.heard.steadyMs;
}

function isSame(a: LogPlace | undefined, b: LogPlace): boolean {
  return a?.feed === b.feed && a.number === b.number && a.stamp === b.stamp;
}
