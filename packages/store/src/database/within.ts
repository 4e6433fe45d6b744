import { setTimeout as delay } from 'node:timers/promises';

/** Resolves as `asked` does, or with `null` if that fails or takes longer. The wait does not keep the process alive. */
export const within = <T>(timeoutMs: number, asked: Promise<T>): Promise<T | null> =>
  Promise.race([asked.catch(() => null), delay(timeoutMs, null, { ref: false })]);
