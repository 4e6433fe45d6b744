/**
 * Gives a limited number of places, such as connections to the database, to clients in turn. A client's next request waits
 * for at most one request of each other waiting client, however many requests one client has.
 */
import { ProblemError } from './problems.ts';

/** Runs the work when it is the client's turn. A lane is a client. */
export type FairQueue = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

/** The same as the timeout for a connection to the database. */
const WAIT_TIMEOUT_MS = 5_000;

interface Lane {
  running: number;
  readonly waiting: Set<() => void>;
}

interface Limits {
  readonly places: number;
  /** The places of one client: fewer than all, so that another client finds one free. */
  readonly maxOfLane: number;
  /** Tells a client that has waited for too long what to do. */
  readonly detail?: string;
}

const TOO_MANY_LISTS = 'Too many lists are being read. Try again shortly.';

export function createFairQueue({ places, maxOfLane, detail = TOO_MANY_LISTS }: Limits): FairQueue {
  /** Clients that run or wait, in the order of their turns. */
  const lanes = new Map<string, Lane>();
  let free = places;

  function start(lane: Lane): void {
    free--;
    lane.running++;
  }

  function end(name: string, lane: Lane): void {
    free++;
    lane.running--;
    // A client that had its turn comes last.
    lanes.delete(name);
    keepBusy(name, lane);
    const next = [...lanes.values()].find(({ running, waiting }) => waiting.size > 0 && running < maxOfLane);
    const [wake] = next?.waiting ?? [];
    wake?.();
  }

  function keepBusy(name: string, lane: Lane): void {
    if (lane.running > 0 || lane.waiting.size > 0) lanes.set(name, lane);
    else lanes.delete(name);
  }

  function wait(name: string, lane: Lane): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        clearTimeout(timer);
        lane.waiting.delete(wake);
        start(lane);
        resolve();
      };
      const giveUp = () => {
        lane.waiting.delete(wake);
        keepBusy(name, lane);
        reject(new ProblemError('overloaded', detail));
      };
      const timer = setTimeout(giveUp, WAIT_TIMEOUT_MS);
      lane.waiting.add(wake);
    });
  }

  return async function run(name, work) {
    const lane = lanes.get(name) ?? { running: 0, waiting: new Set() };
    lanes.set(name, lane);
    if (free > 0 && lane.running < maxOfLane) start(lane);
    else await wait(name, lane);
    try {
      return await work();
    } finally {
      end(name, lane);
    }
  };
}

/** Returns the same functions, but each call waits for its client's turn. */
export function takeTurns<Source extends object>(asked: Source, queue: FairQueue): (lane: string) => Source {
  const calls = Object.entries(asked) as [string, (...given: unknown[]) => Promise<unknown>][];
  return (lane) =>
    Object.fromEntries(
      calls.map(([name, call]) => [name, (...given: unknown[]) => queue(lane, () => call(...given))]),
    ) as Source;
}
