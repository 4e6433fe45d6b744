/** Waits and retries of programs that follow a chain for ever. */
import { setTimeout as delay } from 'node:timers/promises';
import { OverBudgetError, RateLimitedError, WrongNodeError } from './rpc/errors.ts';

/** Returns how long to wait after this many failures in a row. Programs that failed together do not ask again together. */
export function retryAfter(
  error: unknown,
  failures: number,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
): number {
  if (error instanceof RateLimitedError || error instanceof OverBudgetError) return error.retryAfterMs;
  if (error instanceof WrongNodeError) return maxMs;
  const exponential = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 10));
  return exponential * (0.5 + Math.random() / 2);
}

/** Waits this long, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => {});
}
