import { ProblemError } from '../http/problems.ts';

/** Keys that are kept. */
const MAX_KEYS = 8;

interface Shared<T> {
  readonly asked: Promise<T>;
  readonly untilMs: number;
  isAnswered: boolean;
}

const isKept = ({ isAnswered, untilMs }: Shared<unknown>) => !isAnswered || performance.now() < untilMs;

/**
 * Asks once for all callers of a time, and asks one question at a time. A failure is shared by those who wait for it, and
 * not kept. More keys than are kept are refused: otherwise one client could make all others wait for its questions.
 */
export function shareFor<K, T>(
  keptMsOf: (key: K) => number,
  ask: (key: K) => Promise<T>,
): (key: K) => Promise<T> {
  const shared = new Map<K, Shared<T>>();
  let last: Promise<unknown> = Promise.resolve();
  return async (key) => {
    for (const [each, known] of shared) if (!isKept(known)) shared.delete(each);
    const known = shared.get(key);
    if (known) return known.asked;
    if (shared.size >= MAX_KEYS)
      throw new ProblemError('overloaded', 'Too many such questions are in progress. Try again shortly.');
    const asked = last.then(() => ask(key));
    const own = { asked, untilMs: performance.now() + keptMsOf(key), isAnswered: false };
    shared.set(key, own);
    last = asked.then(
      () => {
        own.isAnswered = true;
      },
      () => shared.delete(key),
    );
    return asked;
  };
}
