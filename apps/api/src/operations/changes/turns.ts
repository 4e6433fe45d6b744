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
    const order = waiting.values();
    const takeTurn = () => {
      const { value } = order.next();
      if (value) {
        waiting.delete(value);
        value.turn();
      }
      isRunning = waiting.size > 0;
      if (!isRunning) return;
      // A socket is written to a tick after the turn: that takes longer than the turn, and counts.
      if (performance.now() < until) process.nextTick(takeTurn);
      else setImmediate(run);
    };
    takeTurn();
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
