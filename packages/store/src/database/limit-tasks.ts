/** Runs at most `count` tasks at once. The others wait for their turn, first come, first served. */
export function createTaskLimit(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
