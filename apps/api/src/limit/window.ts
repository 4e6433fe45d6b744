/** What a client without a key may ask, and how it is told. */

export const LIMIT = 25;
export const WINDOW_MS = 10_000;

export interface Decision {
  readonly admitted: boolean;
  /** How many more would be admitted now. */
  readonly remaining: number;
  /** How long until one more than that would be. */
  readonly waitMs: number;
  /** How long until what was refused would be admitted. */
  readonly retryMs: number;
}

/** Names of the IETF's draft-ietf-httpapi-ratelimit-headers-11. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;
export const POLICY = `"anon";q=${LIMIT};w=${WINDOW_MS / 1_000}`;

/** Rounded up: who comes back then is not too early. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}

/** In the next `t` seconds, no more than `r` requests are admitted. */
export function presentLimit({ remaining, waitMs }: Decision): string {
  return `"anon";r=${remaining};t=${secondsOf(waitMs)}`;
}
