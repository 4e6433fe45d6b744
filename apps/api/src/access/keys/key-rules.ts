/** Holds requests against the rules of their key: origins, methods, operations and chains. */
import { MAX_ORIGIN_LENGTH } from '@mandate/store';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problems.ts';
import type { CheckedKey } from './checked-key.ts';
import { isListed } from './origins.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asks other operations for its caller. Those check the rules of the key themselves. */
    asksItself?: true;
  }
}

const NO_ORIGIN = '(none)';
const CHANGE_IT = 'Use another key, or change this one on the developer page.';

/** Tells whether a publishable key came from a page that it is for. Secret keys and votes keys come from anywhere. */
export function isFromListedOrigin(request: FastifyRequest, key: CheckedKey): boolean {
  if (key.kind === 'secret' || isVotesKey(request, key)) return true;
  return isListed(request.headers.origin, key.allowed.origins);
}

/** Tells whether a publishable key is for servers that ask just this operation, with the key in their URL. */
function isVotesKey({ config }: FastifyRequest, { origins, allowed }: CheckedKey): boolean {
  const { operation = '', takesKeyInUrl = false } = config;
  return takesKeyInUrl && origins.length === 0 && allowed.operations?.has(operation) === true;
}

export function refuseOrigin({ headers: { origin } }: FastifyRequest): ProblemError {
  return new ProblemError('origin_not_allowed', describeOrigin(origin));
}

function describeOrigin(origin: string | undefined): string {
  if (origin === undefined)
    return 'The key is for pages, and this request has no Origin header, which browsers send to other sites. On a server, use a secret key.';
  if (origin === 'null')
    return 'The key is for pages of listed origins, and this page has none: its Origin is null, as of files and sandboxed frames. Serve the page from a listed origin.';
  return `The key is not for pages of ${JSON.stringify(showOrigin(origin))}. Add this origin to the origins of the key on the developer page.`;
}

/** Returns an origin as it may be stored and shown, whatever was sent. */
export function showOrigin(origin: string | undefined): string {
  return origin === undefined
    ? NO_ORIGIN
    : origin.slice(0, MAX_ORIGIN_LENGTH).replaceAll(/[^\x21-\x7e]/g, '?');
}

/** Finds a rule that a request breaks before it is read. `null` if there is none. */
export function findBrokenRule(request: FastifyRequest, key: CheckedKey): ProblemError | null {
  const { method, config } = request;
  if (key.kind === 'publishable' && !isVotesKey(request, key) && method !== 'GET' && method !== 'HEAD')
    return refuse(`A publishable key takes GET and HEAD only, not ${method}. On a server, use a secret key.`);
  const { operations } = key.allowed;
  const { operation = '', asksItself } = config;
  if (operations === null || asksItself || operations.has(operation)) return null;
  return refuse(
    `The key is not for the operation ${operation}. It is for: ${list(operations)}. ${CHANGE_IT}`,
  );
}

/** Names the served chains that a request asks about. Throws if its key is not for one of them. */
export function askAbout(request: FastifyRequest, chainIds: readonly number[]): void {
  const [first = 0] = chainIds;
  if (chainIds.length === 1) request.chainId = first;
  assertChains(request, chainIds);
}

/** Throws if the key of a request is not for one of these chains. */
export function assertChains({ apiKey }: FastifyRequest, chainIds: readonly number[]): void {
  const chains = apiKey?.allowed.chains;
  if (!chains) return;
  const outside = chainIds.filter((chainId) => !chains.has(chainId));
  if (outside.length === 0) return;
  const asked = outside.length === 1 ? `chain ${outside[0]}` : `the chains ${outside.join(', ')}`;
  throw refuse(`The key is not for ${asked}. It is for: ${list(chains)}. Ask about those only. ${CHANGE_IT}`);
}

function list(values: ReadonlySet<string | number>): string {
  return [...values].join(', ') || 'none';
}

function refuse(detail: string): ProblemError {
  return new ProblemError('key_not_allowed', detail);
}
