/** Keys that are kept. The oldest is dropped for a new one. */
const MAX_KEYS = 8;

/**
 * Asks once for all callers of a time, and asks one question at a time. A failure is shared by those who wait for it, and
 * not kept.
 */
export function shareFor<K, T>(
  keptMsOf: (key: K) => number,
  ask: (key: K) => Promise<T>,
): (key: K) => Promise<T> {
  const shared = new Map<K, { readonly asked: Promise<T>; readonly untilMs: number }>();
  let last: Promise<unknown> = Promise.resolve();
  return (key) => {
    const known = shared.get(key);
    if (known && performance.now() < known.untilMs) return known.asked;
    const asked = last.then(() => ask(key));
    last = asked.catch(() => {
      if (shared.get(key)?.asked === asked) shared.delete(key);
    });
    shared.delete(key);
    shared.set(key, { asked, untilMs: performance.now() + keptMsOf(key) });
    const [oldest] = shared.keys();
    if (shared.size > MAX_KEYS && oldest !== undefined) shared.delete(oldest);
    return asked;
  };
}
