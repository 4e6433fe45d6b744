/** Every error the service can answer with: RFC 9457, from one table. `docs/errors.md` is written from it. */

interface Kind {
  readonly status: number;
  readonly title: string;
  /** When this happens, and what to do next, for the page of errors. */
  readonly when: string;
  readonly next: string;
  /** Seconds to wait before asking again. */
  readonly retryAfterS?: number;
}

export const PROBLEMS = {
  invalid_parameters: {
    status: 400,
    title: 'A parameter is missing or wrong',
    when: 'A parameter is missing, malformed, given twice, contradicts another, or looks like a misspelt one.',
    next: 'Read `errors`: it names every parameter that is wrong, and what to send instead.',
  },
  chain_not_supported: {
    status: 400,
    title: 'This chain is not served',
    when: 'This service does not serve the chain that `chainId` names, or the chain has no such registry.',
    next: 'Choose one of the chains that `/networks` lists.',
  },
  cursor_expired: {
    status: 400,
    title: 'What this cursor continues is gone',
    when: 'The chain replaced the block that the list was read at, or the ledger that the feed told of was read anew. Going on would mix two histories.',
    next: 'A list: ask again without `cursor`, from the first page. The feed: forget what it told, and begin with `cursor=start`.',
  },
  malformed_request: {
    status: 400,
    title: 'This is not a request that can be read',
    when: 'The request is not valid HTTP, it has no `Host` header or several, its path has a percent sign that encodes nothing, or its body is not the JSON that the path takes.',
    next: 'Percent-encode what is not a letter or a digit; send a body as UTF-8, with `Content-Type: application/json`.',
  },
  invalid_api_key: {
    status: 401,
    title: 'This key is not valid',
    when: '`X-API-KEY` holds something that is not a valid key: unknown, revoked, expired or misspelt.',
    next: 'Send a key of the developer page, or no key at all: then the anonymous limit holds.',
  },
  not_signed_in: {
    status: 401,
    title: 'You are not signed in',
    when: 'The developer page was asked for something that belongs to a wallet, without a session.',
    next: 'Sign in with the wallet.',
  },
  sign_in_refused: {
    status: 401,
    title: 'The signature does not sign you in',
    when: 'The message is not for this service, too old, used before, or not signed by the wallet it names.',
    next: 'Begin again: ask for a new nonce, and sign a new message within five minutes.',
  },
  forbidden: {
    status: 403,
    title: 'Not from there',
    when: 'The developer page was asked by another site, or without the header that only its own page sends.',
    next: 'Use the developer page itself.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    when: 'The path belongs to no operation, or names a key that the wallet does not have.',
    next: 'Compare the path with `/docs`. A wallet that has no delegations is no error: its list is `[]`.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path takes other methods',
    when: 'The path exists, and the method is none of those that it takes. The interface takes GET, HEAD and OPTIONS, and POST at `/batch`.',
    next: 'Send one of the methods that the header `Allow` names.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    when: 'The connection was open, and the request was not complete within ten seconds.',
    next: 'Send it again, in one piece.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URL is too long',
    when: 'The URL is longer than 2,048 bytes.',
    next: 'Leave out the parameters that the operation does not know.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'Without a key, 25 requests in any 10 seconds are answered. This one exceeds that; a past list counts as two, a snapshot as five, a batch as one for every 40 checks begun. Or the client, with or without a key, has reached its limit of requests in progress: unfinished bodies, lists and snapshots, event streams.',
    next: 'Wait for `Retry-After` seconds, or until a request in progress has ended; or send a key in `X-API-KEY` (v1 knows none). Never take this for a no.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    when: 'The headers together are larger than 8,192 bytes.',
    next: 'Send fewer headers. Cookies are not needed.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    when: 'An error of the service itself.',
    next: 'Ask again. If it stays, report it with the `requestId`.',
  },
  chain_not_ready: {
    status: 503,
    title: 'This chain is still being read',
    when: 'The service has not read the whole history of the chain yet, so that it can not know.',
    next: 'Wait. `/status` shows how far it is. Never take this for a no.',
    retryAfterS: 30,
  },
  chain_lagging: {
    status: 503,
    title: 'What is known of this chain is too old',
    when: "The newest block that the service has read is older than the chain's limit allows, or the indexer has been silent for that long.",
    next: 'Ask again after `Retry-After` seconds. Never take this for a no.',
    retryAfterS: 5,
  },
  block_not_reached: {
    status: 503,
    title: 'The chain is not there yet',
    when: 'The block or time that was asked for is above what the service has read, or not final where it has to be, or the service does not know which block is safe or final.',
    next: 'Ask again after `Retry-After` seconds. Never take this for a no.',
    retryAfterS: 5,
  },
  history_uncertain: {
    status: 503,
    title: 'What stood at that block can not be known',
    when: 'A v1 vault revoked without saying whom, and no node of the service has the state of that block, which shows it.',
    next: 'Ask for another block, or a service that has read the chain with an archive node. Never take this for a no.',
    retryAfterS: 3_600,
  },
  history_unverified: {
    status: 503,
    title: 'The past of this chain is not verified yet',
    when: "The service was started with another operator's history of the chain, and has not compared all of it with the chain's logs yet. Questions about now are answered.",
    next: 'Ask about now without `explain`, or again after `Retry-After` seconds. Never take this for a no.',
    retryAfterS: 300,
  },
  chain_tainted: {
    status: 503,
    title: 'This chain contradicted itself',
    when: 'The chain replaced a block that it had called final, or does not agree with a history that was imported. Until an operator has looked, nothing is certain.',
    next: 'Ask again later; `/status` shows when it is over. Never take this for a no.',
    retryAfterS: 300,
  },
  database_unavailable: {
    status: 503,
    title: 'The ledger can not be read',
    when: 'The database does not answer.',
    next: 'Ask again after `Retry-After` seconds. Never take this for a no.',
    retryAfterS: 5,
  },
  overloaded: {
    status: 503,
    title: 'Too much at once',
    when: 'The service has more to do than it can. Lists are refused first, checks last.',
    next: 'Ask again after `Retry-After` seconds, and less often.',
    retryAfterS: 2,
  },
} as const satisfies Record<string, Kind>;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** Thrown anywhere while a request is served; one place turns it into the answer. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly ParameterError[] | undefined;
  /** When the usual time of the code is not the right one. */
  readonly retryAfterS: number | undefined;

  constructor(code: ProblemCode, detail: string, errors?: readonly ParameterError[], retryAfterS?: number) {
    super(detail);
    this.code = code;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}

/** The page of errors; each code is a section of it. */
export const ERRORS_PATH = '/errors';

export function describeProblem(
  { code, message, errors, retryAfterS }: ProblemError,
  { publicUrl, instance, requestId }: { publicUrl: string; instance: string; requestId: string },
) {
  const { status, title, retryAfterS: usualRetryS }: Kind = PROBLEMS[code];
  const retryS = retryAfterS ?? usualRetryS;
  const type = `${publicUrl}${ERRORS_PATH}#${code}`;
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      // Some errors come before any plugin: a page must be able to read those too.
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...(retryS ? { 'retry-after': String(retryS) } : {}),
    },
    body: JSON.stringify({ type, title, status, detail: message, instance, code, requestId, errors }),
  };
}
