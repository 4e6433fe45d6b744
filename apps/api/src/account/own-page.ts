/** The developer page: its address, and the guard that admits its own requests only. */
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problems.ts';

/** Every route of the page has this configuration: pages of other origins can't read it. */
export const OWN_ROUTE = { config: { cors: false, operation: 'developer' } } as const;

const SAFE_METHODS = new Set(['GET', 'HEAD']);
/** Sent by the page itself, or by a person who typed the address. */
const OWN_SITES = new Set(['same-origin', 'none']);
/** A page of another origin can't send it without asking first, and is told no. */
const OWN_HEADER = 'x-mandate-request';

export type Site = ReturnType<typeof createSite>;

export function createSite(publicUrl: string) {
  const { origin, host, protocol } = new URL(publicUrl);
  return {
    origin,
    /** The host that a wallet shows and compares with the page, with its port unless that is the default. */
    domain: host,
    scheme: protocol.slice(0, -1),
    page: `${publicUrl}/developer`,
    statement: 'Sign in to Mandate to manage your API keys. It costs nothing and moves nothing.',
  };
}

/** Browsers send cookies with any request, but not these headers. */
export function assertOwnPage({ method, headers }: FastifyRequest, site: Site): void {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  if (method === 'OPTIONS') throw refuse('Other sites may not use this path. Use the developer page.');
  const isOfOther = fetchSite !== undefined && !OWN_SITES.has(String(fetchSite));
  if (isOfOther || (origin !== undefined && origin !== site.origin))
    throw refuse('The request came from another site. Use the developer page.');
  if (SAFE_METHODS.has(method)) return;
  if (origin === undefined) throw refuse(`The header Origin is missing. Send Origin: ${site.origin}.`);
  if (headers[OWN_HEADER] !== '1')
    throw refuse('The header X-Mandate-Request is missing. Send it with the value 1.');
}

function refuse(detail: string): ProblemError {
  return new ProblemError('forbidden', detail);
}
