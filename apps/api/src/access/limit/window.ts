/** The limits of requests in a window of time, and how headers present them. */

/** The requests that a client without a key has in a window. A full batch costs as many. */
export const LIMIT = 25;
export const WINDOW_MS = 10_000;
/** The requests that a publishable key has in a window, unless its rules say otherwise: for one visitor, and in all. */
export const VISITOR_LIMIT = 200;
export const PUBLISHABLE_LIMIT = 2_000;
/** A full batch has to fit within a ceiling, and Redis stores a time for each request. */
export const MIN_CEILING = 25;
export const MAX_CEILING = 10_000;

/** A limit that requests are counted against, by the name that headers give it. */
export interface Policy {
  readonly name:
    | 'anon'
    | 'network-56'
    | 'network-48'
    | 'service'
    | 'service-56'
    | 'service-48'
    | 'visitor'
    | 'key'
    | 'owner';
  readonly limit: number;
}

/** A request is counted under a bucket: a client, its network, a visitor of a key, a key, or the owner of a key. */
export interface Bucket {
  readonly id: string;
  readonly policy: Policy;
}

export interface Decision {
  readonly admitted: boolean;
  /** The number of requests that would be admitted now. */
  readonly remaining: number;
  /** The time until one more than that would be admitted. */
  readonly waitMs: number;
  /** The time until the refused request would be admitted. */
  readonly retryMs: number;
}

export type Decided = Decision & Pick<Bucket, 'policy'>;

/** Names of the IETF's draft-ietf-httpapi-ratelimit-headers-11. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;
export const ANONYMOUS: Policy = { name: 'anon', limit: LIMIT };
/**
 * Lists the limits of a client, of all clients of its IPv6 /56, and of all of its /48. One person may have a whole /48, but a /48
 * may also belong to thousands of people of one carrier.
 */
export const ANONYMOUS_LIMITS: readonly Policy[] = [
  ANONYMOUS,
  { name: 'network-56', limit: 100 },
  { name: 'network-48', limit: 400 },
];
/** Lists the same for questions about the state of the service, which take no keys. */
export const SERVICE_LIMITS: readonly Policy[] = [
  { name: 'service', limit: 100 },
  { name: 'service-56', limit: 400 },
  { name: 'service-48', limit: 1_600 },
];
/** The limits that headers name only if they refuse. */
export const UNNAMED: ReadonlySet<Policy> = new Set([...ANONYMOUS_LIMITS.slice(1), ...SERVICE_LIMITS]);

/** Rounded up: who comes back then is not too early. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}

export function presentPolicy({ policy: { name, limit } }: Pick<Bucket, 'policy'>): string {
  return `"${name}";q=${limit};w=${WINDOW_MS / 1_000}`;
}

/** In the next `t` seconds, no more than `r` requests are admitted. */
export function presentLimit({ policy, remaining, waitMs }: Decided): string {
  return `"${policy.name}";r=${remaining};t=${secondsOf(waitMs)}`;
}
