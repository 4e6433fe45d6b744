/**
 * Keeps the read model up to date with the ledger: loads everything once, then applies each change. Of the processes that
 * share a read model, one follows. It renews a lease after each successful read; when the lease runs out, another takes over.
 */

import { randomUUID } from 'node:crypto';
import { messageOf } from '@mandate/core';
import {
  connect,
  type LogPlace,
  type LogRead,
  listen,
  readAllStanding,
  readLog,
  UnavailableError,
} from '@mandate/store';
import type { Logger } from 'pino';
import { elapsedMs, type Moment, now } from './clock.ts';
import type { ReadModel } from './read-model.ts';
import { hasPlaces } from './tables.ts';

export interface FollowOptions {
  readonly readModel: ReadModel;
  /** The primary is used, because standbys may be behind each other. */
  readonly databaseUrl: string;
  readonly chainIds: readonly number[];
  readonly log: Logger;
}

export interface Follower {
  /** Returns why the read model does not follow the ledger. `null` if it does, or the database is unavailable. */
  problem(): string | null;
  /** `false` if another process follows, or none can. */
  isFollowing(): boolean;
  close(): Promise<void>;
}

/** The folder has a copy of another ledger. */
class ForeignLedgerError extends Error {
  override readonly name = 'ForeignLedgerError';
  constructor() {
    super(
      'The read model is a copy of another ledger. Name another READ_MODEL_DIR for this database, or stop the services ' +
        'that use the folder, delete it, and start again.',
    );
  }
}

/** Also looks without a notification, because notifications can be lost. */
const LOOK_AGAIN_MS = 500;
/** Waits for blocks that arrive together, to read them together. */
const GATHER_MS = 10;
const CHANGES_AT_A_TIME = 2_000;
const ROWS_AT_A_TIME = 2_000;
/** A server that stops answering is replaced by another one. To load a chain, PostgreSQL first sorts all of it. */
const TIMEOUTS_MS = { log: 5_000, all: 600_000 };
const SAY_EVERY_ROWS = 1_000_000;
/** A failed load is retried after a pause: on a full disk it would only burden the database. */
const FIRST_RELOAD_MS = 500;
const MAX_RELOAD_MS = 30_000;

/** The place of a chain that the read model does not have. No ledger has this log. */
const NOWHERE: LogPlace = { feed: '00000000-0000-0000-0000-000000000000', number: 0, stamp: null };

export function followLedger({ readModel, databaseUrl, chainIds, log }: FollowOptions): Follower {
  const open = (statementTimeoutMs: number) =>
    connect({ url: databaseUrl, maxConnections: 1, statementTimeoutMs });
  const databases = { log: open(TIMEOUTS_MS.log), all: open(TIMEOUTS_MS.all) };
  const by = randomUUID();
  const loads = new Map<number, Promise<void>>();
  let closing = false;
  /** The last error, until the next success. */
  let problem: unknown = null;
  let isFollowing = false;
  let loadFailures = 0;
  let loadAfterMs = 0;
  let heard = false;
  let wake = () => {};
  const listener = listen(databaseUrl, () => {
    heard = true;
    wake();
  });
  const ended = keepFollowing();

  async function keepFollowing(): Promise<void> {
    while (!closing) {
      heard = false;
      const more = await goOn().catch(fail);
      if (!closing) await pause(more || heard ? GATHER_MS : LOOK_AGAIN_MS);
    }
  }

  function fail(error: unknown): void {
    const isNew = problem === null || messageOf(problem) !== messageOf(error);
    problem = error;
    if (!isNew || closing) return;
    const level = error instanceof UnavailableError ? 'warn' : 'error';
    log[level]({ error: messageOf(error) }, 'the read model cannot follow the ledger');
  }

  function failToLoad(error: unknown): void {
    loadAfterMs = performance.now() + Math.min(MAX_RELOAD_MS, FIRST_RELOAD_MS * 2 ** loadFailures++);
    fail(error);
  }

  function succeed(): void {
    if (problem !== null) log.info('the read model follows the ledger again');
    problem = null;
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Applies the next changes of all chains. Returns whether there are more. */
  async function goOn(): Promise<boolean> {
    if (readModel.isFollowedByAnother(by)) {
      isFollowing = false;
      succeed();
      return false;
    }
    const followed = chainIds.filter((chainId) => !loads.has(chainId));
    const places = new Map(followed.map((chainId) => [chainId, readModel.findPlace(chainId) ?? NOWHERE]));
    const asked = now();
    const { ledgerId, reads } = await readLog(databases.log, places, CHANGES_AT_A_TIME);
    if (!readModel.claim(ledgerId)) throw new ForeignLedgerError();
    let more = false;
    for (const [chainId, place] of places) {
      const read = reads.get(chainId);
      if (read) more = (await goOnWith(chainId, place, read, asked)) || more;
      else if (place !== NOWHERE) await readModel.forget(chainId);
    }
    holdLease();
    if (loadFailures === 0) succeed();
    return more;
  }

  function holdLease(): void {
    const didFollow = isFollowing;
    isFollowing = readModel.holdLease(by);
    if (isFollowing && !didFollow) log.info('this process follows the ledger for the read model');
  }

  /** Lets another process follow at once. If this cannot be written, the lease runs out. */
  function endLease(): void {
    try {
      if (isFollowing) readModel.endLease(by);
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'the lease on the read model was not ended');
    }
  }

  async function goOnWith(chainId: number, place: LogPlace, read: LogRead, asked: Moment): Promise<boolean> {
    if (read.changes?.every(hasPlaces))
      return (await readModel.apply(chainId, place, read, asked)) && !read.complete;
    // The rows of another log may be wrong. They are not answered from while the chain waits for its turn.
    if (read.isOther) await readModel.stopAnswering(chainId, place);
    // One load at a time: each uses all that the database and the disk can give.
    if (loads.size === 0 && performance.now() >= loadAfterMs) {
      const loading = load(chainId).catch(failToLoad);
      loads.set(
        chainId,
        loading.finally(() => endLoad(chainId)),
      );
    }
    return false;
  }

  /** Wakes the follower, which then continues with the chain's log. */
  function endLoad(chainId: number): void {
    loads.delete(chainId);
    heard = true;
    wake();
  }

  /** Loads a whole chain, while the other chains continue. */
  async function load(chainId: number): Promise<void> {
    if (!(await readModel.beginLoading(chainId, by))) return;
    const began = now();
    log.info({ chainId }, 'the read model is loading this chain');
    let rows = 0;
    const start = await readAllStanding(
      databases.all,
      chainId,
      ROWS_AT_A_TIME,
      async (standing, direction) => {
        if (closing) throw new Error('The service is stopping.');
        if (!(await readModel.load(chainId, by, standing, direction)))
          throw new Error('Another process is loading the chain.');
        if (direction === 'from') rows += standing.length;
        if (rows % SAY_EVERY_ROWS === 0)
          log.info({ chainId, rows }, 'the read model is still loading this chain');
      },
    );
    // The database may have answered a client meanwhile: the read model must not go back to an earlier block.
    if (!start || !(await readModel.endLoading(chainId, by, start))) return;
    loadFailures = 0;
    log.info({ chainId, rows, ms: elapsedMs(began) }, 'the read model has loaded this chain');
  }

  return {
    isFollowing: () => isFollowing,
    problem: () => (problem === null || problem instanceof UnavailableError ? null : messageOf(problem)),
    async close() {
      closing = true;
      wake();
      await ended;
      await Promise.all(loads.values());
      endLease();
      await listener.close();
      await Promise.all([databases.log.end(), databases.all.end()]);
    },
  };
}
