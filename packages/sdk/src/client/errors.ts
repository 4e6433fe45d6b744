/** All errors that the SDK throws, apart from the reason of your own abort signal. */

/** The error codes of the service. Its page `/errors` explains each. */
export type ProblemCode =
  | 'invalid_parameters'
  | 'chain_not_supported'
  | 'cursor_expired'
  | 'standard_unknown'
  | 'proofs_not_supported'
  | 'malformed_request'
  | 'invalid_api_key'
  | 'not_signed_in'
  | 'sign_in_refused'
  | 'forbidden'
  | 'origin_not_allowed'
  | 'key_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'uri_too_long'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'chain_not_ready'
  | 'chain_lagging'
  | 'block_not_reached'
  | 'history_uncertain'
  | 'history_unverified'
  | 'proof_unavailable'
  | 'proof_disputed'
  | 'scores_unknown'
  | 'chain_tainted'
  | 'under_audit'
  | 'database_unavailable'
  | 'overloaded';

/** The codes of failed connections: no answer, no answer in time, or an answer that is not Mandate's. */
export type ConnectionCode = 'network_error' | 'timeout' | 'unexpected_answer';

export type ErrorCode = ProblemCode | ConnectionCode;

/** An invalid parameter and what to send instead. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

export interface ErrorFields {
  /** A newer service may send codes that this version of the SDK does not know. */
  readonly code: ErrorCode | (string & {});
  readonly detail: string;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly docsUrl?: string | null;
  readonly retryAfterMs?: number | null;
  readonly errors?: readonly ParameterError[];
  readonly cause?: unknown;
}

/**
 * The base class of all errors. An error means that the answer is unknown, never "no": a missing delegation
 * is an answer, `false` or `0n`.
 *
 * @example
 * import { checkAll, createClient, MandateError } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * try {
 *   await checkAll(client, { to: '0x0407', from: '0x00000000000000000000000000000000000c01d0' });
 * } catch (error) {
 *   if (!(error instanceof MandateError)) throw error;
 *   console.log(error.code); // invalid_parameters
 * }
 */
export class MandateError extends Error {
  override readonly name: string = 'MandateError';
  readonly code: ErrorCode | (string & {});
  /** Describes this occurrence of the error. */
  readonly detail: string;
  /** The HTTP status. `null` when there was no answer. */
  readonly status: number | null;
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  /** The page that explains the code. */
  readonly docsUrl: string | null;
  /** Milliseconds to wait before asking again, if the service said so. */
  readonly retryAfterMs: number | null;

  constructor(fields: ErrorFields) {
    const { code, detail, status = null, requestId = null, docsUrl = null, retryAfterMs = null } = fields;
    super(
      `${detail} (${[code, requestId && `request ${requestId}`, docsUrl].filter(Boolean).join(', ')})`,
      'cause' in fields ? { cause: fields.cause } : undefined,
    );
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.requestId = requestId;
    this.docsUrl = docsUrl;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A parameter is missing or invalid. `status` is null when the SDK found it before sending. */
export class InvalidParametersError extends MandateError {
  override readonly name = 'InvalidParametersError';
  /** All invalid parameters. */
  readonly errors: readonly ParameterError[];

  constructor(fields: ErrorFields) {
    super(fields);
    this.errors = fields.errors ?? [];
  }
}

/**
 * The service does not support this chain, or the chain has no such registry. `getNetworks` lists the
 * supported ones.
 */
export class ChainNotSupportedError extends MandateError {
  override readonly name = 'ChainNotSupportedError';
}

/** A reorg replaced the block of this list. Start again without `cursor`. */
export class CursorExpiredError extends MandateError {
  override readonly name = 'CursorExpiredError';
}

/** The key is unknown, revoked, expired or misspelt. */
export class InvalidApiKeyError extends MandateError {
  override readonly name = 'InvalidApiKeyError';
}

/**
 * The key is valid, but not for this: a page of another origin (`origin_not_allowed`), or another operation, chain or
 * method (`key_not_allowed`).
 */
export class KeyNotAllowedError extends MandateError {
  override readonly name = 'KeyNotAllowedError';
}

/** The rate limit was still exceeded after all retries. */
export class RateLimitedError extends MandateError {
  override readonly name = 'RateLimitedError';
  /** Milliseconds to wait before the next request. */
  declare readonly retryAfterMs: number;

  constructor(fields: ErrorFields) {
    super({ ...fields, retryAfterMs: fields.retryAfterMs ?? 1_000 });
  }
}

/** The chain's history is still being indexed. `getStatus` shows the progress. */
export class ChainNotReadyError extends MandateError {
  override readonly name = 'ChainNotReadyError';
}

/** The service's data for this chain is too old to answer from. */
export class ChainLaggingError extends MandateError {
  override readonly name = 'ChainLaggingError';
}

/** The service has not indexed the requested block or time yet. Ask again soon. */
export class BlockNotReachedError extends MandateError {
  override readonly name = 'BlockNotReachedError';
}

/**
 * The state at that block cannot be known, because a v1 vault revoked without naming the delegate, or because the
 * time of the block could not be read. Other blocks may be known.
 */
export class HistoryUncertainError extends MandateError {
  override readonly name = 'HistoryUncertainError';
}

/**
 * The service imported this chain's history and has not verified it yet. Questions about now are answered.
 */
export class HistoryUnverifiedError extends MandateError {
  override readonly name = 'HistoryUnverifiedError';
}

/** The chain contradicts its own finalized blocks. An operator has to decide how to continue. */
export class ChainTaintedError extends MandateError {
  override readonly name = 'ChainTaintedError';
}

/**
 * The service cannot answer: `database_unavailable`, `overloaded`, `internal_error`, `under_audit`, when it found that its
 * records of this vault differ from the chain, or with `proof: true` `proof_unavailable` and `proof_disputed`.
 */
export class ServiceUnavailableError extends MandateError {
  override readonly name = 'ServiceUnavailableError';
}

/**
 * The service did not answer (`network_error`, `timeout`), or something else answered in its place
 * (`unexpected_answer`).
 */
export class ConnectionError extends MandateError {
  override readonly name = 'ConnectionError';
}
