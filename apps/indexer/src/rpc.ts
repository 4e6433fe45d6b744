/** JSON-RPC over HTTP: several calls in one request, errors told apart by what to do about them. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node answered, and the answer is an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  /** The node's own words. */
  readonly said: string;
  constructor(node: string, method: string, code: number, said: string) {
    super(`${node} answers ${method} with error ${code}: ${said}`);
    this.code = code;
    this.said = said;
  }
}

/** The node wants fewer requests. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  readonly retryAfterMs: number;
  constructor(node: string, retryAfterMs: number) {
    super(`${node} limits our requests; trying again in ${retryAfterMs} ms`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The node did not answer, or not in JSON-RPC. */
export class NodeUnavailableError extends Error {
  override readonly name = 'NodeUnavailableError';
  constructor(node: string, why: string, cause?: unknown) {
    super(`${node} does not answer: ${why}`, { cause });
  }
}

export interface Rpc {
  /** The node's host: all of its address that may be shown, as keys hide in paths. */
  readonly name: string;
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** One HTTP request, so that one server behind a balancer answers all of it. */
  batch(calls: readonly Call[]): Promise<unknown[]>;
}

const RATE_LIMIT_CODES = new Set([-32005, -32016, -32097, 429]);
/** The same codes are used for answers that would be too large, which waiting does not mend. */
const TOO_LARGE = /range|block|results|logs|size/i;
const TOO_MANY = /rate|request|second|minute|day|daily|capacity|credit|compute|throughput|quota/i;
const DEFAULT_RETRY_MS = 1_000;
const MOST_RETRY_MS = 60_000;
/** A request that is limited is made so many times, if the node asks for no longer wait than this. */
const MOST_TRIES = 4;
const MOST_WAIT_MS = 5_000;

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

export function createRpc(url: string, timeoutMs = 20_000): Rpc {
  const name = new URL(url).host;

  async function post(body: string): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new NodeUnavailableError(name, reasonOf(cause), cause);
    }
    if (response.status === 429) {
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after'));
      throw new RateLimitedError(
        name,
        Math.min(MOST_RETRY_MS, seconds > 0 ? seconds * 1000 : DEFAULT_RETRY_MS),
      );
    }
    try {
      return await response.json();
    } catch (cause) {
      throw new NodeUnavailableError(name, `HTTP ${response.status} without JSON`, cause);
    }
  }

  function resultOf(answer: Answer | null | undefined, method: string): unknown {
    if (answer?.error) {
      const code = Number(answer.error.code ?? 0);
      const message = String(answer.error.message ?? 'no message');
      const tooLarge = TOO_LARGE.test(message) || (method === 'eth_getLogs' && !TOO_MANY.test(message));
      if (RATE_LIMIT_CODES.has(code) && !tooLarge) {
        throw new RateLimitedError(name, DEFAULT_RETRY_MS);
      }
      throw new RpcError(name, method, code, message);
    }
    if (answer?.result === undefined) throw new NodeUnavailableError(name, `no result for ${method}`);
    return answer.result;
  }

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    return resultOf(
      (await post(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }))) as Answer,
      method,
    );
  }

  async function batch(calls: readonly Call[]): Promise<unknown[]> {
    if (calls.length === 0) return [];
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const answers = await post(JSON.stringify(body));
    if (!Array.isArray(answers)) {
      // A node that refuses the whole batch answers with one error.
      const only = resultOf(answers as Answer, 'a batch');
      if (calls.length === 1) return [only];
      throw new NodeUnavailableError(name, `one result for a batch of ${calls.length}`);
    }
    const byId = new Map((answers as (Answer | null)[]).map((answer) => [answer?.id, answer]));
    return calls.map(({ method }, id) => resultOf(byId.get(id), method));
  }

  return {
    name,
    call: (method, params) => patiently(() => call(method, params)),
    batch: (calls) => patiently(() => batch(calls)),
  };
}

/** A step asks much: were it to begin anew at every refusal, a node that limits us would stop it for ever. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RateLimitedError) || tries === MOST_TRIES || error.retryAfterMs > MOST_WAIT_MS)
        throw error;
      await delay(error.retryAfterMs);
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error
    ? `${error.message}: ${'code' in cause ? cause.code : cause.message}`
    : error.message;
}
