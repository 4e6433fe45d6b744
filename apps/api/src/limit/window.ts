/** What a client without a key may ask, and how it is told. */

export const LIMIT = 25;
export const WINDOW_MS = 10_000;

export interface Decision {
  readonly admitted: boolean;
  /** How many more would be admitted now. */
  readonly remaining: number;
  /** How long until one more would be. */
  readonly waitMs: number;
}

/** Names of the IETF's draft-ietf-httpapi-ratelimit-headers-11. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;
export const POLICY = `"anon";q=${LIMIT};w=${WINDOW_MS / 1_000}`;

/** Rounded up: who comes back then is not too early. */
export function waitSecondsOf({ waitMs }: Decision): number {
  return Math.max(1, Math.ceil(waitMs / 1_000));
}

/** In the next `t` seconds, no more than `r` requests are admitted. */
export function presentLimit(decision: Decision): string {
  return `"anon";r=${decision.remaining};t=${waitSecondsOf(decision)}`;
}
