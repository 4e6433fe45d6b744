/** Limits what is in progress in this process: each piece of work takes memory, and time from others. */
import { ProblemError } from '../http/problems.ts';

/** The part that one client may have in progress. A single piece of work may be larger. */
const LANE_PART = 1 / 4;

/**
 * Returns a function that runs work of a size, or refuses it with this detail if too much is in progress: in all, or in
 * one of the lanes that the client counts under.
 */
export function createUnderWay(max: number, detail: string) {
  const ofLanes = new Map<string, number>();
  let underWay = 0;

  function add(size: number, lanes: readonly string[]): void {
    underWay += size;
    for (const lane of lanes) {
      const own = (ofLanes.get(lane) ?? 0) + size;
      if (own > 0) ofLanes.set(lane, own);
      else ofLanes.delete(lane);
    }
  }

  return async function run<T>(
    size: number,
    work: () => Promise<T>,
    lanes: readonly string[] = [],
  ): Promise<T> {
    const maxOfLane = Math.max(max * LANE_PART, size);
    const isTooMuch = lanes.some((lane) => (ofLanes.get(lane) ?? 0) + size > maxOfLane);
    if (underWay + size > max || isTooMuch) throw new ProblemError('overloaded', detail);
    add(size, lanes);
    try {
      return await work();
    } finally {
      add(-size, lanes);
    }
  };
}
