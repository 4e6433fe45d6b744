/** Lets streams write in turns, a little at a time, so that requests are answered in between. */

/** Work of this length at once is not noticed by those who ask meanwhile. */
const SLICE_MS = 1;

export interface Turn {
  turn(): void;
}

export type Turns = ReturnType<typeof createTurns>;

export function createTurns() {
  const waiting = new Set<Turn>();
  let isRunning = false;

  function run(): void {
    const until = performance.now() + SLICE_MS;
    for (const each of waiting) {
      waiting.delete(each);
      each.turn();
      if (performance.now() >= until) break;
    }
    isRunning = waiting.size > 0;
    if (isRunning) setImmediate(run);
  }

  return {
    /** Gives it one turn soon, however often it is added until then. */
    add(each: Turn): void {
      waiting.add(each);
      if (!isRunning) setImmediate(run);
      isRunning = true;
    },
  };
}
