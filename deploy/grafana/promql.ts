/** Queries that more than one panel makes. */

export const rate = (series: string) => `rate(${series}[$__rate_interval])`;

/** Every process of the API says the same of a chain. */
export const byChain = (series: string) => `max by (chain, name) (${series})`;

/** The process that follows a chain knows its nodes. */
export const byNode = (series: string) => `max by (chain, node) (${series})`;
