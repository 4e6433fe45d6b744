/** Limits calls to a number in any second. */

const WINDOW_MS = 1_000;

export interface SecondLimit {
  /** Returns how long calls that are sent together would wait. */
  waitMs(calls: number): number;
  /** Reserves a place for calls that are sent together. */
  reserve(calls: number): Turn;
}

/** The turn of calls that are sent together. */
interface Turn {
  /**
   * Returns how long to wait before asking again. 0: the calls are sent now. A timer that fires late can find the second
   * full of other late calls, and has to wait once more.
   */
  waitMs(): number;
}

interface PlannedCalls {
  readonly at: number;
  readonly calls: number;
}

export function createSecondLimit(callsPerSecond: number, now: () => number): SecondLimit {
  /** Calls of the last second, and waiting ones, in the order in which they are planned. */
  let planned: PlannedCalls[] = [];
  /** Calls of the last second, at the times at which they were really sent. */
  let sent: PlannedCalls[] = [];

  /** Finds the first time from `at` on at which calls fit into the second that ends there. */
  function findRoom(calls: number, at: number, places: readonly PlannedCalls[]): number {
    // More calls than fit into a second are sent alone.
    const wanted = Math.min(calls, callsPerSecond);
    for (let time = at; ; ) {
      const recent = places.filter((each) => each.at > time - WINDOW_MS);
      const oldest = recent[0];
      if (!oldest || sum(recent) + wanted <= callsPerSecond) return time;
      time = oldest.at + WINDOW_MS;
    }
  }

  function findPlace(calls: number, time: number): number {
    planned = planned.filter(({ at }) => at > time - WINDOW_MS);
    return findRoom(calls, Math.max(time, planned.at(-1)?.at ?? time), planned);
  }

  return {
    waitMs(calls) {
      const time = now();
      return findPlace(calls, time) - time;
    },
    reserve(calls) {
      const place = { at: findPlace(calls, now()), calls };
      planned.push(place);
      return {
        waitMs() {
          const time = now();
          if (place.at > time) return place.at - time;
          sent = sent.filter(({ at }) => at > time - WINDOW_MS);
          const at = findRoom(calls, time, sent);
          if (at === time) sent.push({ at, calls });
          return at - time;
        },
      };
    },
  };
}

function sum(places: readonly PlannedCalls[]): number {
  return places.reduce((total, { calls }) => total + calls, 0);
}
