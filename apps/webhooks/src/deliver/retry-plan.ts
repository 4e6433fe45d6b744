/** When a delivery that failed is tried again. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first failure, the second, and so on. After the last try, the endpoint is paused. */
const RETRIES_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
] as const;
const JITTER = 0.1;
const MAX_WAIT_MS = 10 * HOUR_MS;

/**
 * Returns how long to wait after so many failures, at least as long as the receiver asked for. `null` if the last try failed.
 * Without jitter, all that failed at once would be tried at once.
 */
export function retryDelayMs(
  failures: number,
  retryAfterMs: number | null = null,
  random: () => number = Math.random,
): number | null {
  const planned = RETRIES_MS[failures - 1];
  if (planned === undefined) return null;
  const waited = planned * (1 - JITTER + 2 * JITTER * random());
  return Math.max(waited, Math.min(retryAfterMs ?? 0, MAX_WAIT_MS));
}

/** Reads `Retry-After`: seconds, or a date. `null` if it is neither. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (!header) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * SECOND_MS;
  const until = header.endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(until) ? null : Math.max(0, until - nowMs);
}
