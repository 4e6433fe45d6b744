/** Reads a node's answers to the calls of one request, and tells refusals and limits from other errors. */
import { isRevert, NodeUnavailableError, RateLimitedError, RpcError } from './errors.ts';

export type Outcome = { readonly result: unknown } | { readonly error: Error };

/** The node accepts fewer calls in one request. */
export class BatchRefusedError extends Error {}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

const RATE_LIMIT_CODES = new Set([429, -32_005, -32_007, -32_016, -32_029, -32_090, -32_097]);
const RATE_LIMITED =
  /too many requests|rate.?limit|request rate|request limit|(?:per |\/ ?)(?:second|minute|day)/i;
/** With one of the codes, these words are enough. */
const LIMITED = /rate|request|second|minute|day|daily|capacity|credit|compute|throughput|quota/i;
/** The same codes and words are used for answers that would be too large, which waiting does not change. */
const TOO_LARGE = /range|block|results|logs|size/i;
/** Messages that refuse a batch, in one error for all of it or with each call. */
const BATCH_REFUSED = /\bbatch|^response too large$/i;
/** Method names in a message must not match the patterns above. */
const METHOD_NAME = /\beth_\w+/g;
export const DEFAULT_RETRY_MS = 1_000;

export interface AnswerReader {
  /**
   * Returns the outcome of each call. A limit is an outcome. Throws `BatchRefusedError` if several calls were not
   * answered one by one.
   */
  read(methods: readonly string[], json: unknown): Outcome[];
}

export function createAnswerReader(name: string, hide: (text: string) => string): AnswerReader {
  function errorOf(said: NonNullable<Answer['error']>, method: string, calls: number): Error {
    const code = Number(said.code ?? 0);
    const message = hide(String(said.message ?? 'no message'));
    if (isRevert(message)) return new RpcError(name, method, code, message, said.data);
    if (calls > 1 && BATCH_REFUSED.test(message)) throw new BatchRefusedError();
    if (isRateLimit(code, message, method)) return new RateLimitedError(name, DEFAULT_RETRY_MS);
    return new RpcError(name, method, code, message);
  }

  /** `null` if there is no answer. */
  function outcomeOf(answer: Answer | null | undefined, method: string, calls: number): Outcome | null {
    if (answer?.error) return { error: errorOf(answer.error, method, calls) };
    return answer?.result === undefined ? null : { result: answer.result };
  }

  function readSeveral(methods: readonly string[], json: unknown): Outcome[] {
    if (!Array.isArray(json)) {
      // Except for a limit, one error for several calls refuses the batch, whatever its message.
      const only = outcomeOf(json as Answer | null, 'a batch', methods.length);
      const limited = only && 'error' in only && only.error instanceof RateLimitedError;
      if (!limited) throw new BatchRefusedError();
      return methods.map(() => only);
    }
    const byId = new Map((json as (Answer | null)[]).map((answer) => [answer?.id, answer]));
    return methods.map((method, id) => {
      const outcome = outcomeOf(byId.get(id), method, methods.length);
      if (!outcome) throw new BatchRefusedError();
      return outcome;
    });
  }

  return {
    read(methods, json) {
      const [only = '', second] = methods;
      if (second !== undefined) return readSeveral(methods, json);
      const outcome = outcomeOf(json as Answer | null, only, 1);
      if (!outcome) throw new NodeUnavailableError(name, `no result for ${only}`);
      return [outcome];
    },
  };
}

function isRateLimit(code: number, message: string, method: string): boolean {
  const text = message.replaceAll(METHOD_NAME, '');
  if (TOO_LARGE.test(text)) return false;
  if (RATE_LIMITED.test(text)) return true;
  return RATE_LIMIT_CODES.has(code) && (method !== 'eth_getLogs' || LIMITED.test(text));
}
