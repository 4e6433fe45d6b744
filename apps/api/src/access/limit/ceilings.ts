/** How many requests clients may make: the settings of limits. */

export interface LimitConfig {
  /** `null` if each process counts alone. */
  readonly redisUrl: string | null;
  /** The number of proxies in front of the service, each of which appends the address of its client. */
  readonly trustedHops: number;
  /** Without them, a valid key is not limited. */
  readonly ceilings?: Ceilings;
}

/** The number of requests in 10 seconds that a valid key allows. `null` for no limit. */
export interface Ceilings {
  readonly key: number | null;
  /** The limit for all keys of one wallet together. */
  readonly owner: number | null;
}

export const NO_CEILINGS: Ceilings = { key: null, owner: null };

export function hasCeilings({ key, owner }: Ceilings): boolean {
  return key !== null || owner !== null;
}
