/** Every error that the service can send, as RFC 9457 problems, in one table. `docs/errors.md` is written from it. */

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
    when: 'A parameter is missing, malformed, given twice, contradicts another, or is not one of this operation.',
    next: 'Read `errors`: it names every wrong parameter and says what to send instead.',
  },
  chain_not_supported: {
    status: 400,
    title: 'This service does not serve this chain',
    when: 'This service does not serve the chain that `chainId` names, or the chain has no such registry.',
    next: 'Choose a chain from `/networks`.',
  },
  standard_unknown: {
    status: 400,
    title: 'The standard of this contract is not known',
    when: 'A question about tokens came without `standard`, and the contract does not say by ERC-165 that it is an ERC721 or an ERC1155, or says that it is both. ERC20 contracts never say it.',
    next: 'Send `standard`: ERC721, ERC1155 or ERC20.',
  },
  proofs_not_supported: {
    status: 400,
    title: 'This chain has no proofs',
    when: 'The request asks for a proof, but the chain keeps its state in another form than Ethereum, or its headers do not show it, so that no proof of it can be verified.',
    next: 'Ask without `proof`. `/networks` shows which chains have proofs.',
  },
  cursor_expired: {
    status: 400,
    title: 'This cursor has expired',
    when: 'The chain replaced the block that the list was read at, or the ledger behind the feed was rebuilt. Continuing would mix two histories.',
    next: 'For a list, ask again without `cursor`. For the feed, discard everything received so far and start again with `cursor=start`.',
  },
  malformed_request: {
    status: 400,
    title: 'The request could not be read',
    when: 'The request is not valid HTTP, it has no `Host` header or several, its path has an invalid percent-encoding, or its body is not the JSON that the path takes.',
    next: 'Percent-encode every character of the path that is not a letter or a digit. Send a body as UTF-8 with `Content-Type: application/json`.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    when: 'The key in `X-API-KEY` is unknown, revoked, expired or misspelt, or a key was sent in `Authorization`.',
    next: 'Send a key from the developer page, or send none: then the anonymous limit applies.',
  },
  not_signed_in: {
    status: 401,
    title: 'You are not signed in',
    when: 'The request asks for data of a wallet, but has no session.',
    next: 'Sign in with the wallet.',
  },
  sign_in_refused: {
    status: 401,
    title: 'The sign-in was refused',
    when: 'The message is for another service, too old, already used, or not signed by the wallet that it names.',
    next: 'Ask for a new nonce, and sign a new message within five minutes.',
  },
  forbidden: {
    status: 403,
    title: 'Only the developer page may do this',
    when: 'The request came from another site, or lacks the header that the developer page sends.',
    next: 'Use the developer page itself.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Pages of this origin may not ask this',
    when: "A publishable key (`mdt_pub_…`) came without an `Origin`, with `null`, or from a page whose origin is not among the key's origins. Or a page of another site asked `/mcp`.",
    next: 'Add the origin that `detail` names to the key\'s origins on the developer page. On a server, use a secret key. For `/mcp`, the operator lists origins in `MCP_ORIGINS`. Never read this as "no".',
  },
  key_not_allowed: {
    status: 403,
    title: 'The key is not for this request',
    when: "The operation, the chain or the method is outside the key's rules. Publishable keys take GET and HEAD only.",
    next: 'Read `detail`: it names what the key is for. Use another key, or change the rules of this one on the developer page. Never read this as "no".',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    when: 'The path belongs to no operation, or names a key or a webhook endpoint that the wallet does not have, or a report that was not signed.',
    next: 'Read `detail`: it names the path that is probably meant. `/docs` lists all paths. A wallet without delegations is not an error: its list is `[]`.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not take this method',
    when: 'The path exists, but does not take this method. The API takes GET, HEAD and OPTIONS, and POST at `/batch`, `/eligibility`, `/tokens`, `/votes/score` and `/mcp`. `/webhooks` takes POST, PATCH and DELETE, too.',
    next: 'Send one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    when: 'The request was not complete within ten seconds.',
    next: 'Try again, and send the whole request at once.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URL is too long',
    when: 'The URL is longer than 2,048 bytes.',
    next: 'Leave out parameters that the operation does not take.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'Without a key, a client may send 25 requests in any 10 seconds; all clients of an IPv6 /56 together may send 100, and all of a /48 400. `/status`, `/networks` and `/audit` have 100 of their own. A past list counts as two, a snapshot and a proven check as five, and a batch as one for every 40 checks begun. With a key, the key or the operator may have set a ceiling. With a publishable key, a visitor may send 200; when all visitors have used up the total of the key, each falls back to the limit without a key. With or without a key, a client may also have too many requests in progress: unfinished bodies, lists and snapshots, event streams.',
    next: 'Wait for `Retry-After` seconds, or until a request in progress has ended; or send a key in `X-API-KEY` (v1 takes none). Never read this as "no".',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    when: 'The headers are larger than 8,192 bytes in total.',
    next: 'Send fewer headers. The API needs no cookies.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    when: 'The service itself failed.',
    next: 'Try again. If the error persists, report it with the `requestId`.',
  },
  chain_not_ready: {
    status: 503,
    title: 'This chain is still being read',
    when: 'The service has not read the whole history of the chain yet, so it cannot know the answer.',
    next: 'Try again after `Retry-After` seconds; `/status` shows the progress. Never read this as "no".',
    retryAfterS: 30,
  },
  chain_lagging: {
    status: 503,
    title: 'The data of this chain is too old',
    when: 'The newest block that the service has read is older than the limit of this chain, or the indexer has been silent for that long.',
    next: 'Try again after `Retry-After` seconds. Never read this as "no".',
    retryAfterS: 5,
  },
  block_not_reached: {
    status: 503,
    title: 'This block has not been read yet',
    when: 'The block or time is later than what the service has read, or the block is not final although it must be, or the service does not know which block is safe or final.',
    next: 'Try again after `Retry-After` seconds. Never read this as "no".',
    retryAfterS: 5,
  },
  history_uncertain: {
    status: 503,
    title: 'The state at that block is not known',
    when: 'A v1 vault revoked a delegation without naming the delegate, and no node of the service has kept the state of that block, which would show it. Or no node could read the time of the block, on which exclusive delegations depend.',
    next: 'Ask for another block, or ask a service that has read the chain with an archive node. Never read this as "no".',
    retryAfterS: 3_600,
  },
  history_unverified: {
    status: 503,
    title: 'The past of this chain is not verified yet',
    when: "The service started from another operator's history of the chain, and has not compared all of it with the chain's logs yet. Questions about the present are answered.",
    next: 'Ask about the present without `explain`, or try again after `Retry-After` seconds. Never read this as "no".',
    retryAfterS: 300,
  },
  proof_unavailable: {
    status: 503,
    title: 'No proof of this answer is available',
    when: 'The request asks for a proof, but no node of the service gives a valid one for this block: most nodes keep the state of the newest blocks only, and some give no proofs.',
    next: 'Read `detail`: it says what is possible. Ask about a newer block, ask without `proof`, or ask a service with an archive node. Never read this as "no".',
    retryAfterS: 5,
  },
  proof_disputed: {
    status: 503,
    title: 'The proof contradicts the ledger',
    when: "The ledger of the service and the proof of the registry's storage give different answers at the same block. One of them is wrong, so neither is sent. The operator is notified.",
    next: 'Try again later, or ask another service. Never read this as "no".',
    retryAfterS: 300,
  },
  scores_unknown: {
    status: 503,
    title: 'The scores are not known',
    when: 'A part of the votes could not be read: the nodes of the chain do not answer or lack the state of that block, the token contract does not tell a balance or an owner, there are more delegations than one question reads, or there was no time left. No address has a score then.',
    next: 'Read `detail`: it says what to change. Try again after `Retry-After` seconds, or use a service with an archive node. Never read this as 0.',
    retryAfterS: 5,
  },
  chain_tainted: {
    status: 503,
    title: 'This chain contradicted itself',
    when: 'The chain replaced a block that it had called final, or does not agree with an imported history. Nothing is certain until an operator has checked it.',
    next: 'Try again later; `/status` shows when the chain answers again. Never read this as "no".',
    retryAfterS: 300,
  },
  under_audit: {
    status: 503,
    title: 'The records of this vault are under audit',
    when: "The service compared its own records with the chain and found a difference in this vault's. It answers nothing about the vault until an operator has repaired it.",
    next: 'Ask another service or the registry contract, or try again after `Retry-After` seconds; `/audit` shows how many vaults are concerned. Never read this as "no".',
    retryAfterS: 300,
  },
  database_unavailable: {
    status: 503,
    title: 'The database is not available',
    when: 'The database does not answer.',
    next: 'Try again after `Retry-After` seconds. Never read this as "no".',
    retryAfterS: 5,
  },
  overloaded: {
    status: 503,
    title: 'The service is overloaded',
    when: 'The service has more requests than it can answer. It refuses lists first and checks last.',
    next: 'Try again after `Retry-After` seconds, and send fewer requests.',
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
export class ProblemError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'ProblemError';
  readonly code: Code;
  readonly errors: readonly ParameterError[] | undefined;
  /** When the usual time of the code is not the right one. */
  readonly retryAfterS: number | undefined;

  constructor(code: Code, detail: string, errors?: readonly ParameterError[], retryAfterS?: number) {
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
