/** Limits calls to a number in any second. */

const WINDOW_MS = 1_000;

export interface SecondLimit {
  /** Returns how long calls that are sent together would wait. */
  waitMs(calls: number): number;
  /** Reserves a place for calls that are sent together. Returns how long to wait for it. */
  reserve(calls: number): number;
}

export function createSecondLimit(callsPerSecond: number, now: () => number): SecondLimit {
  /** Calls of the last second, and waiting ones, in the order in which they are sent. */
  let sent: { readonly at: number; readonly calls: number }[] = [];

  /** Finds the time at which calls may be sent. */
  function findPlace(calls: number, time: number): number {
    sent = sent.filter(({ at }) => at > time - WINDOW_MS);
    // More calls than fit into a second are sent alone.
    const wanted = Math.min(calls, callsPerSecond);
    let at = Math.max(time, sent.at(-1)?.at ?? time);
    for (;;) {
      const recent = sent.filter((each) => each.at > at - WINDOW_MS);
      const oldest = recent[0];
      if (!oldest || sum(recent) + wanted <= callsPerSecond) return at;
      at = oldest.at + WINDOW_MS;
    }
  }

  return {
    waitMs(calls) {
      const time = now();
      return findPlace(calls, time) - time;
    },
    reserve(calls) {
      const time = now();
      const at = findPlace(calls, time);
      sent.push({ at, calls });
      return at - time;
    },
  };
}

function sum(sent: readonly { readonly calls: number }[]): number {
  return sent.reduce((total, { calls }) => total + calls, 0);
}
