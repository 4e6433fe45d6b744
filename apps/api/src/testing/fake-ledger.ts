/**
 * A ledger in memory for tests that move the clock themselves: one chain, one vault, one grant. Its database can refuse or
 * hang, as seen from the API.
 */
import { type Answer, createDelegation, FULL_RIGHTS } from '@mandate/core';
import { createWaiting } from '@mandate/feed';
import {
  type Checkpoint,
  type Heartbeats,
  type LoggedChange,
  type Reader,
  UnavailableError,
} from '@mandate/store';
import { at, block, wallets } from '@mandate/testing/ledger/database';

type DatabaseState = 'up' | 'refusing' | 'hanging';

/** Everything that one statement can see. */
interface LedgerState {
  readonly block: number;
  readonly heartbeat: number;
  readonly beatAtMs: number;
  readonly state: Checkpoint['state'];
  readonly stands: boolean;
  readonly isMarked: boolean;
  readonly marksStamp: string;
  readonly feed: string;
  readonly log: readonly LoggedChange[];
}

export const CHAIN_ID = 1;
const STATEMENT_TIMEOUT_MS = 5_000;
const HEARTBEATS_TIMEOUT_MS = 2_000;
const FEED_TIMEOUT_MS = 2_000;
const LOOK_AGAIN_MS = 500;
/** A read model may be this far behind the ledger. */
const NOTICE_MS = 3_000;
const GRANT = createDelegation({
  registry: 'v2',
  kind: 'all',
  from: wallets.vault,
  to: wallets.hot,
  rights: FULL_RIGHTS,
});

const idOf = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
export const LEDGER_ID = idOf(0);

export function checkpointOf({ block: number, heartbeat, state }: LedgerState): Checkpoint {
  return {
    ...{ chainId: CHAIN_ID, block: block(number), head: number, safe: number, finalized: 0 },
    ...{ provisional: false, state, reason: null, rewinds: 0, heartbeat, registries: null, verifiedFrom: 0 },
  };
}

function changeOf(type: 'granted' | 'revoked', number: number, inBlock: number): LoggedChange {
  const began = type === 'granted' ? null : at(inBlock - 1);
  const { timestamp } = block(inBlock);
  return {
    ...{
      number,
      stamp: idOf(number),
      type,
      undone: false,
      delegation: GRANT,
      amountBefore: null,
      at: at(inBlock),
      timestamp,
    },
    began,
  } as LoggedChange;
}

function heartbeatsOf(
  { heartbeat, feed, marksStamp, isMarked }: LedgerState,
  stamp: string | null,
): Heartbeats {
  const marks = isMarked ? [{ chainId: CHAIN_ID, registry: 'v2', vault: wallets.vault } as const] : [];
  return {
    ...{ ledgerId: LEDGER_ID, heartbeats: new Map([[CHAIN_ID, heartbeat]]), registries: new Map() },
    ...{ feeds: new Map([[CHAIN_ID, feed]]), marksStamp, marks: stamp === marksStamp ? null : marks },
  };
}

type Ask = <T>(read: (state: LedgerState) => T, timeoutMs?: number) => Promise<T>;

/** It has only what checks and the feed read. */
function createFakeReader(ask: Ask): Reader {
  const found = (state: LedgerState) => ({
    checkpoint: checkpointOf(state),
    found: state.stands ? [GRANT] : [],
    isTorn: false,
  });
  const reader = {
    listCheckpoints: () => ask((state) => [checkpointOf(state)]),
    findSatisfying: () => ask(found),
    findSatisfyingAll: () => ask((state) => ({ ...found(state), found: [found(state).found] })),
    findBlock: () =>
      ask((state) => ({
        ...{ checkpoint: checkpointOf(state), block: block(state.block) },
        ...{ firstBlock: 0, firstTime: 0, finalTime: null },
      })),
    listLogEnds: () =>
      ask(
        ({ feed, log, block }) => [{ chainId: CHAIN_ID, feed, changes: log.length, block }],
        FEED_TIMEOUT_MS,
      ),
    readNewChanges: ({ places, limit }: Parameters<Reader['readNewChanges']>[0]) =>
      ask(({ feed, log, block }) => {
        const place = places.get(CHAIN_ID);
        const continues = place?.feed === feed && place.number <= log.length;
        const after = continues ? place.number : log.length;
        const found = log.slice(after, after + limit);
        const marks = { safe: block, finalized: null };
        return [{ chainId: CHAIN_ID, feed, changes: log.length, block, marks, continues, found }];
      }, FEED_TIMEOUT_MS),
    listChanges: ({ parts, limit }: Parameters<Reader['listChanges']>[0]) =>
      ask(
        ({ feed, log }) =>
          parts.map(({ feed: asked, after, until }) =>
            asked === feed && until <= log.length ? log.slice(after, Math.min(until, after + limit)) : null,
          ),
        FEED_TIMEOUT_MS,
      ),
  };
  return reader as unknown as Reader;
}

/**
 * What is seen may be of several moments, but not the row and the state of several logs: a check reads them together. Marks
 * are read beside them. A stream also reads the state beside the log, so a taint may not be noticed yet (`isStream`).
 */
function isYesBeside(
  recent: readonly LedgerState[],
  isFresh: (state: LedgerState) => boolean,
  isStream: boolean,
): boolean {
  return [...Map.groupBy(recent, ({ feed }) => feed).values()].some((ofLog) => {
    const untilThen = recent.slice(0, 1 + recent.lastIndexOf(ofLog.at(-1) as LedgerState));
    const states = isStream ? untilThen : ofLog;
    return (
      ofLog.some(({ stands }) => stands) &&
      untilThen.some(({ isMarked }) => !isMarked) &&
      states.some(({ state }) => state === 'following') &&
      states.some(isFresh)
    );
  });
}

/** The ledger as the API may have seen it last, in several states if it changed just before the database was away. */
function createRecent() {
  let recent: { readonly state: LedgerState; readonly untilMs: number }[] = [];
  return {
    add(now: LedgerState): void {
      recent = recent.filter(({ state, untilMs }) => state !== now && untilMs > Date.now() - NOTICE_MS);
      recent.push({ state: now, untilMs: Date.now() });
    },
    /** Nothing else could be seen until now. */
    renew(): void {
      recent = recent.map(({ state }) => ({ state, untilMs: Date.now() }));
    },
    list: () => recent.map(({ state }) => state),
  };
}

export type FakeLedger = ReturnType<typeof createFakeLedger>;

export function createFakeLedger(maxLagMs: number) {
  const waiting = createWaiting();
  let ids = 0;
  let now: LedgerState = {
    ...{ block: 1, heartbeat: 1, beatAtMs: Date.now(), state: 'following', stands: true, isMarked: false },
    ...{ marksStamp: idOf(++ids), feed: idOf(++ids), log: [changeOf('granted', 1, 1)] },
  };
  let database: DatabaseState = 'up';
  const recent = createRecent();
  /** A stream reads the log as soon as the database is back, and looks for doubts a moment later. */
  const recentOfStreams = createRecent();
  let yesAtMs = Date.now();
  let recovered = Promise.withResolvers<void>();

  function note(): void {
    if (database === 'up') for (const each of [recent, recentOfStreams]) each.add(now);
    if (database === 'up' ? isYes(now) : isSeenYes()) yesAtMs = Date.now();
  }

  const isFresh = ({ beatAtMs }: LedgerState) => Date.now() - beatAtMs <= maxLagMs;
  const isYes = (state: LedgerState) =>
    state.stands && !state.isMarked && state.state === 'following' && isFresh(state);
  const isSeenYes = () => isYesBeside(recent.list(), isFresh, false);

  /** Each write of the indexer is a heartbeat. */
  function write(changed: Partial<LedgerState>): void {
    note();
    now = { ...now, heartbeat: now.heartbeat + 1, beatAtMs: Date.now(), ...changed };
    note();
    waiting.wake(() => database === 'up');
  }

  /** Replaces the log by one that leads to the same rows. */
  const logOf = (stands: boolean) => (stands ? [changeOf('granted', 1, now.block)] : []);

  async function ask<T>(read: (state: LedgerState) => T, timeoutMs = STATEMENT_TIMEOUT_MS): Promise<T> {
    if (database === 'hanging') {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, timeoutMs);
      await Promise.race([recovered.promise, late.promise]);
      clearTimeout(timer);
    }
    if (database !== 'up') throw new UnavailableError('The database does not answer.');
    return read(now);
  }

  return {
    reader: createFakeReader(ask),
    readHeartbeats: (stamp: string | null) =>
      ask((state) => heartbeatsOf(state, stamp), HEARTBEATS_TIMEOUT_MS),
    /** Ends when the ledger may have moved. While the database is away there is no notification. */
    wait: (chainIds: readonly number[], signal?: AbortSignal) =>
      waiting.wait(chainIds, LOOK_AGAIN_MS, signal),
    /** Returns the state that a copy can take over. `null` if the database does not answer. */
    read: () => (database === 'up' ? now : null),
    /** Returns when a service that notices everything soon could say yes last. Call it after each step of the clock. */
    yesAtMs(): number {
      note();
      return isSeenYes() ? Date.now() : yesAtMs;
    },
    /** Returns whether a stream that notices everything soon can say yes now. */
    mayStreamYes(): boolean {
      note();
      return isYesBeside(recentOfStreams.list(), isFresh, true);
    },
    setDatabase(next: DatabaseState): void {
      note();
      database = next;
      if (next === 'up') recentOfStreams.renew();
      // A process counts the silence of an indexer from when it sees its last heartbeat.
      if (next === 'up') now = { ...now, beatAtMs: Date.now() };
      note();
      if (next === 'up') recovered.resolve();
      else recovered = Promise.withResolvers();
    },
    beat: () => write({}),
    grant(stands: boolean): void {
      const change = changeOf(stands ? 'granted' : 'revoked', now.log.length + 1, now.block + 1);
      const log = stands === now.stands ? now.log : [...now.log, change];
      write({ block: now.block + 1, stands, log });
    },
    taint: () => write({ state: 'tainted' }),
    /** Reads the chain again. */
    rebuild: () => write({ state: 'following', feed: idOf(++ids), log: logOf(now.stands) }),
    mark: (isMarked: boolean) => write({ isMarked, marksStamp: idOf(++ids) }),
    /** The row was wrong: it is replaced, the mark ends, and the log is another one, all at once. */
    repair(stands: boolean): void {
      const feed = stands === now.stands ? now.feed : idOf(++ids);
      const log = stands === now.stands ? now.log : logOf(stands);
      write({ stands, isMarked: false, marksStamp: idOf(++ids), feed, log });
    },
  };
}

export const answerOf = ({ stands }: LedgerState): Answer => stands;
