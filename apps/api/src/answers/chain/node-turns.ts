/**
 * Decides whose calls to the nodes are next. Clients within their share come first, among them claims and proofs before
 * names, and then those that used the least of the last second.
 */
import { OverBudgetError } from '@mandate/nodes';
import type { NodeMeter, Room, Wanted } from './node-meter.ts';

/** Calls that all nodes of a chain get. They are sent when so many of the nodes have room. */
export interface Turn extends Wanted {
  readonly chainId: number;
  readonly meters: readonly NodeMeter[];
  readonly quorum: number;
}

export interface NodeTurns {
  /** Resolves when it is the turn of the calls, which are counted then. Throws an `OverBudgetError` if that takes too long. */
  wait(turn: Turn): Promise<void>;
  /** The number of all turns that wait. */
  countWaiting(): number;
}

/** A client does not wait longer than this for its turn. */
export const MAX_WAIT_MS = 2_000;

interface Waiting {
  readonly turn: Turn;
  readonly start: () => void;
}

export function createNodeTurns(now: () => number): NodeTurns {
  /** Lists the waiting turns of each client, in the order in which the clients came or had their last turn. */
  const lanes = new Map<string, Set<Waiting>>();
  let timer: NodeJS.Timeout | undefined;

  function startAll(): void {
    for (let next = findNext(); next; next = findNext()) {
      const lane = takeOut(next);
      const id = laneOf(next.turn);
      // A client that had its turn comes last.
      if (lane && lanes.delete(id)) lanes.set(id, lane);
      next.start();
    }
    planNext();
  }

  function planNext(): void {
    clearTimeout(timer);
    const meters = new Set([...lanes.values()].flatMap(([first]) => first?.turn.meters ?? []));
    const at = Math.min(...[...meters].map((meter) => meter.nextChangeAt()));
    if (at !== Infinity) timer = setTimeout(startAll, Math.max(1, Math.ceil(at - now())));
  }

  function findNext(): Waiting | null {
    const full = new Set<NodeMeter>();
    for (const waiting of listFirsts()) {
      const { turn } = waiting;
      const rooms = turn.meters.map((meter) => (full.has(meter) ? 'full' : meter.findRoom(turn)));
      if (isEnough(turn, rooms)) return waiting;
      // Nobody behind it takes the room that it waits for.
      for (const [i, meter] of turn.meters.entries()) if (rooms[i] === 'full') full.add(meter);
    }
    return null;
  }

  const isEnough = ({ quorum }: Turn, rooms: readonly Room[]) =>
    rooms.filter((room) => room === 'free').length >= quorum;

  /** Lists the first of each client, in the order in which they are served. */
  function listFirsts(): Waiting[] {
    return [...lanes.values()]
      .flatMap(([waiting]) => (waiting ? [{ waiting, rank: rankOf(waiting.turn) }] : []))
      .toSorted(({ rank: a }, { rank: b }) => a.order - b.order || a.share - b.share)
      .map(({ waiting }) => waiting);
  }

  /** Returns the lane, if more of it waits. */
  function takeOut(waiting: Waiting): Set<Waiting> | null {
    const id = laneOf(waiting.turn);
    const lane = lanes.get(id);
    lane?.delete(waiting);
    if (lane?.size === 0) lanes.delete(id);
    return lane && lane.size > 0 ? lane : null;
  }

  return {
    async wait(turn) {
      const count = () => {
        for (const meter of turn.meters) meter.add(turn);
      };
      if (turn.meters.filter((meter) => meter.maxOf(turn.use) === Infinity).length >= turn.quorum)
        return count();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiting = {
        turn,
        start: () => {
          clearTimeout(timeout);
          count();
          resolve();
        },
      };
      const timeout = setTimeout(() => {
        takeOut(waiting);
        const isSpent = false;
        reject(
          new OverBudgetError('More calls are waiting than the nodes get.', {
            isSpent,
            retryAfterMs: MAX_WAIT_MS,
          }),
        );
      }, MAX_WAIT_MS);
      const id = laneOf(turn);
      lanes.set(id, (lanes.get(id) ?? new Set()).add(waiting));
      const rooms = turn.meters.map((meter) => meter.findRoom(turn));
      if (isEnough(turn, rooms)) startAll();
      else planNext();
      return promise;
    },
    countWaiting: () => [...lanes.values()].reduce((sum, lane) => sum + lane.size, 0),
  };
}

function rankOf(turn: Turn): { readonly order: number; readonly share: number } {
  const isOver = turn.meters.some((meter) => meter.isOverShare(turn));
  return {
    order: (isOver ? 2 : 0) + (turn.use === 'names' ? 1 : 0),
    share: Math.max(0, ...turn.meters.map((meter) => meter.shareOf(turn))),
  };
}

function laneOf({ chainId, use, lanes }: Turn): string {
  return `${chainId} ${use} ${lanes.join()}`;
}
