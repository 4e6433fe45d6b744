/** Runs something this many times per second, however long each run takes. */
const TICK_MS = 20;
const SECOND_MS = 1_000;

/** Returns a function that ends this. It resolves when the last run has ended. */
export function repeatPerSecond(perS: number, act: () => unknown): () => Promise<void> {
  const startedAt = performance.now();
  const running = new Set<Promise<unknown>>();
  let done = 0;
  const start = () => {
    const run: Promise<unknown> = Promise.resolve(act()).finally(() => running.delete(run));
    running.add(run);
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * perS) / SECOND_MS;
    for (; done < due; done++) start();
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}
