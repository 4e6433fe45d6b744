/** Counts what a node got in the last second: in all, for names, and for each client. */

/** The purpose of a question to the nodes. Claims are eligibility and exclusive delegates. Votes wait in a lane of their own. */
export type NodeUse = 'claims' | 'proofs' | 'votes' | 'names';

/** Calls that are sent together. */
export interface Wanted {
  readonly use: NodeUse;
  /** The names that the calls count under, as `Asker` has them. */
  readonly lanes: readonly string[];
  /** The number of calls. A call that may use much gas counts as several. */
  readonly units: number;
}

/** `full`: the node gets no more now. `spent`: names, or this client, get no more now. */
export type Room = 'free' | 'full' | 'spent';

export interface NodeMeter {
  /** Returns how many calls the node gets in a second. Infinity: these calls wait for nobody. */
  maxOf(use: NodeUse): number;
  /** Returns how many calls are sent at once, so that other clients have their turns in between. */
  maxAtOnce(use: NodeUse): number;
  findRoom(wanted: Wanted): Room;
  /** Returns the part of a second that the client would have used with these calls. */
  shareOf(wanted: Wanted): number;
  /** Returns whether the client would have more than its share with these calls. */
  isOverShare(wanted: Wanted): boolean;
  add(wanted: Wanted): void;
  /** Returns when there may be more room. */
  nextChangeAt(): number;
}

const WINDOW_MS = 1_000;
const NAMES_PART = 1 / 2;
const LANE_PART = 1 / 4;
/** A node without `callsPerSecond` gets every call for claims and proofs, and for names the same part of this many. */
const ASSUMED_PER_SECOND = 100;
/** A timer that fires late by this much delays nobody else. */
const CATCH_UP_MS = 100;
/** Contracts may be slow: a node that runs them answers nobody else meanwhile. */
const MAX_NAMES_AT_ONCE = 5;

interface Sent extends Wanted {
  readonly at: number;
}

export function createNodeMeter(callsPerSecond: number | null, now: () => number): NodeMeter {
  const perSecond = callsPerSecond ?? ASSUMED_PER_SECOND;
  const maxNames = Math.max(1, Math.floor(perSecond * NAMES_PART));
  const maxOfLane = Math.max(1, Math.floor(perSecond * LANE_PART));
  const sent: Sent[] = [];
  const ofLanes = new Map<string, number>();
  const totals = { all: 0, names: 0 };
  /** A client that takes more than its share gets one call at a time, so that room for others is never far away. */
  let surplusAt = 0;

  function maxOf(use: NodeUse): number {
    if (use === 'names') return maxNames;
    return callsPerSecond ?? Infinity;
  }
  const isUnlimited = (use: NodeUse) => maxOf(use) === Infinity;
  /** More calls than fit into a second are sent alone. */
  const clip = ({ use, units }: Wanted) => Math.min(units, maxOf(use));
  const usedBy = (lanes: readonly string[]) => Math.max(0, ...lanes.map((lane) => ofLanes.get(lane) ?? 0));

  function count({ use, lanes, units }: Wanted): void {
    totals.all += units;
    if (use === 'names') totals.names += units;
    for (const lane of lanes) {
      const used = (ofLanes.get(lane) ?? 0) + units;
      if (used > 0) ofLanes.set(lane, used);
      else ofLanes.delete(lane);
    }
  }

  function forget(): void {
    const until = now() - WINDOW_MS;
    for (let [oldest] = sent; oldest && oldest.at <= until; [oldest] = sent) {
      sent.shift();
      count({ ...oldest, units: -oldest.units });
    }
  }

  function isOverShare(wanted: Wanted): boolean {
    forget();
    return wanted.lanes.length > 0 && usedBy(wanted.lanes) + clip(wanted) > maxOfLane;
  }

  return {
    maxOf,
    maxAtOnce(use) {
      if (isUnlimited(use)) return Infinity;
      return use === 'names' ? Math.min(MAX_NAMES_AT_ONCE, maxOfLane) : maxOfLane;
    },
    findRoom(wanted) {
      if (isUnlimited(wanted.use)) return 'free';
      forget();
      const units = clip(wanted);
      if (callsPerSecond !== null && totals.all + units > perSecond) return 'full';
      if (wanted.use === 'names' && totals.names + units > maxNames) return 'spent';
      return isOverShare(wanted) && now() < surplusAt ? 'spent' : 'free';
    },
    shareOf(wanted) {
      forget();
      return (usedBy(wanted.lanes) + clip(wanted)) / perSecond;
    },
    isOverShare,
    add(wanted) {
      if (isUnlimited(wanted.use)) return;
      const units = clip(wanted);
      const [at, isOver] = [now(), isOverShare(wanted)];
      if (isOver) surplusAt = Math.max(surplusAt, at - CATCH_UP_MS) + (WINDOW_MS / perSecond) * units;
      sent.push({ ...wanted, units, at });
      count({ ...wanted, units });
    },
    nextChangeAt() {
      const leavesAt = (sent[0]?.at ?? Infinity) + WINDOW_MS;
      return surplusAt > now() ? Math.min(surplusAt, leavesAt) : leavesAt;
    },
  };
}
