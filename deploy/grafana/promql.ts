/** Queries that several panels use. */

export const rate = (series: string) => `rate(${series}[$__rate_interval])`;

/** Every API process reports the same about a chain. */
export const byChain = (series: string) => `max by (chain, name) (${series})`;

/** Only the process that follows a chain reports its nodes. */
export const byNode = (series: string) => `max by (chain, node) (${series})`;
