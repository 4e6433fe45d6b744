/** Everything that is thrown, apart from the reason of your own abort signal. */

/** The codes that the service answers with; its page `/errors` explains each. */
export type ProblemCode =
  | 'invalid_parameters'
  | 'chain_not_supported'
  | 'cursor_expired'
  | 'malformed_request'
  | 'invalid_api_key'
  | 'not_signed_in'
  | 'sign_in_refused'
  | 'forbidden'
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
  | 'chain_tainted'
  | 'database_unavailable'
  | 'overloaded';

/** No answer, no answer in time, or an answer that is none. */
export type ConnectionCode = 'network_error' | 'timeout' | 'unexpected_answer';

export type ErrorCode = ProblemCode | ConnectionCode;

/** A parameter that is wrong, and what to send instead. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

export interface ErrorFields {
  /** A service that is newer than this package may know more codes. */
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
 * The answer is not known. Never a "no": what is not delegated is an answer, `false` or `0n`.
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
  /** What happened this time. */
  readonly detail: string;
  /** The status of the answer. Null when there was none. */
  readonly status: number | null;
  /** By which the operator of the service finds the request. */
  readonly requestId: string | null;
  /** The page that explains the code. */
  readonly docsUrl: string | null;
  /** When to ask again, if the service said so. */
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

/** A parameter is missing or wrong: found before anything was sent (`status` is null), or by the service. */
export class InvalidParametersError extends MandateError {
  override readonly name = 'InvalidParametersError';
  /** Every parameter that is wrong. */
  readonly errors: readonly ParameterError[];

  constructor(fields: ErrorFields) {
    super(fields);
    this.errors = fields.errors ?? [];
  }
}

/** The service doesn't serve this chain, or the chain has no such registry. `getNetworks` lists those it does. */
export class ChainNotSupportedError extends MandateError {
  override readonly name = 'ChainNotSupportedError';
}

/** The chain replaced the block that the list was read at. Begin again without `cursor`. */
export class CursorExpiredError extends MandateError {
  override readonly name = 'CursorExpiredError';
}

/** The key is unknown, revoked, expired or misspelt. */
export class InvalidApiKeyError extends MandateError {
  override readonly name = 'InvalidApiKeyError';
}

/** Still too many requests after all retries. */
export class RateLimitedError extends MandateError {
  override readonly name = 'RateLimitedError';
  /** When the next request will be answered. */
  declare readonly retryAfterMs: number;

  constructor(fields: ErrorFields) {
    super({ ...fields, retryAfterMs: fields.retryAfterMs ?? 1_000 });
  }
}

/** The chain's history is not read yet. `getStatus` shows how far it is. */
export class ChainNotReadyError extends MandateError {
  override readonly name = 'ChainNotReadyError';
}

/** What is known of the chain is too old to answer from. */
export class ChainLaggingError extends MandateError {
  override readonly name = 'ChainLaggingError';
}

/** The block or time that was asked for is above what the service has read. Ask again soon. */
export class BlockNotReachedError extends MandateError {
  override readonly name = 'BlockNotReachedError';
}

/** What stood at that block can't be known: a v1 vault revoked without saying whom. Another block may be known. */
export class HistoryUncertainError extends MandateError {
  override readonly name = 'HistoryUncertainError';
}

/** The service was started with another operator's history, which is not verified yet. Questions about now are answered. */
export class HistoryUnverifiedError extends MandateError {
  override readonly name = 'HistoryUnverifiedError';
}

/** The chain contradicts what is known of its final blocks. Until an operator has looked, nothing is certain. */
export class ChainTaintedError extends MandateError {
  override readonly name = 'ChainTaintedError';
}

/** The service can't answer: `database_unavailable`, `overloaded` or `internal_error`. */
export class ServiceUnavailableError extends MandateError {
  override readonly name = 'ServiceUnavailableError';
}

/** No answer (`network_error`, `timeout`), or one that is not of this service (`unexpected_answer`). */
export class ConnectionError extends MandateError {
  override readonly name = 'ConnectionError';
}
