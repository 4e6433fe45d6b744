/** Runs something this many times per second, however long each run takes. */
const TICK_MS = 20;
const SECOND_MS = 1_000;

export function repeatPerSecond(perS: number, act: () => void): () => void {
  const startedAt = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * perS) / SECOND_MS;
    for (; done < due; done++) act();
  }, TICK_MS);
  return () => clearInterval(timer);
}
