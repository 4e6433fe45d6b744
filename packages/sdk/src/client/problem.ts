/** Turns answers other than 200 into errors. */
import {
  BlockNotReachedError,
  ChainLaggingError,
  ChainNotReadyError,
  ChainNotSupportedError,
  ChainTaintedError,
  ConnectionError,
  CursorExpiredError,
  type ErrorFields,
  HistoryUncertainError,
  HistoryUnverifiedError,
  InvalidApiKeyError,
  InvalidParametersError,
  KeyNotAllowedError,
  MandateError,
  type ParameterError,
  RateLimitedError,
  ServiceUnavailableError,
} from './errors.ts';
import type { Reply } from './reply.ts';

const CLASSES: Readonly<Record<string, new (fields: ErrorFields) => MandateError>> = {
  invalid_parameters: InvalidParametersError,
  chain_not_supported: ChainNotSupportedError,
  cursor_expired: CursorExpiredError,
  invalid_api_key: InvalidApiKeyError,
  origin_not_allowed: KeyNotAllowedError,
  key_not_allowed: KeyNotAllowedError,
  rate_limited: RateLimitedError,
  chain_not_ready: ChainNotReadyError,
  chain_lagging: ChainLaggingError,
  block_not_reached: BlockNotReachedError,
  history_uncertain: HistoryUncertainError,
  history_unverified: HistoryUnverifiedError,
  chain_tainted: ChainTaintedError,
};

export function createProblemError(reply: Reply, baseUrl: string): MandateError {
  const { status, headers, url } = reply;
  const problem = readProblem(reply);
  const fields = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  };
  if (problem) {
    const { code, detail, type, errors } = problem;
    const docsUrl = readDocsUrl(type, baseUrl);
    return createCodeError({ ...fields, code, detail, docsUrl, errors: readErrors(errors) });
  }
  // A load balancer in front of the service may answer with 429, too.
  if (status === 429) {
    return new RateLimitedError({ ...fields, code: 'rate_limited', detail: `Too many requests for ${url}.` });
  }
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const detail = isRedirect
    ? `${url} redirects. Set baseUrl to the target of the redirect.`
    : `${url} answers with status ${status}, but not like Mandate. Check baseUrl.`;
  return new ConnectionError({ ...fields, code: 'unexpected_answer', detail });
}

/** Creates the error class of a code. */
export function createCodeError(fields: ErrorFields & { readonly status: number }): MandateError {
  const { code, status } = fields;
  const Class =
    (Object.hasOwn(CLASSES, code) && CLASSES[code]) ||
    (status < 500 ? MandateError : ServiceUnavailableError);
  return new Class(fields);
}

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly type: unknown;
  readonly errors: unknown;
}

/** Returns null unless the body is an RFC 9457 problem with a code. */
function readProblem({ status, headers, body }: Reply): Problem | null {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return null;
  try {
    const problem = JSON.parse(body);
    const isOurs =
      problem.status === status && typeof problem.code === 'string' && typeof problem.detail === 'string';
    return isOurs ? problem : null;
  } catch {
    return null;
  }
}

function readErrors(errors: unknown): ParameterError[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error) => ({ parameter: String(error?.parameter), message: String(error?.message) }));
}

/** The path is relative when the operator has not configured the service's public URL. */
function readDocsUrl(type: unknown, baseUrl: string): string | null {
  if (typeof type !== 'string') return null;
  if (type.startsWith('/')) return baseUrl + type;
  return /^https?:/.test(type) ? type : null;
}

/** Reads seconds or a date. */
function readRetryAfter(text: string | null): number | null {
  if (!text) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
