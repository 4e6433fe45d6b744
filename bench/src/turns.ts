/** Lets all take their turn in a round, so that other work on the machine affects all alike. */

/** Begins with another one in each round, so that none always follows the same one. The results have the order of `all`. */
export async function inTurns<T, R>(
  all: readonly T[],
  round: number,
  work: (each: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const i of all.keys()) {
    const at = (i + round) % all.length;
    results[at] = await work(all[at] as T);
  }
  return results;
}

/** Returns the duration in milliseconds. */
export async function clock(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
