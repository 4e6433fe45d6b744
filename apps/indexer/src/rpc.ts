/** JSON-RPC over HTTP: several calls in one request, as many as the node takes. */
import { setImmediate as breathe, setTimeout as delay } from 'node:timers/promises';
import { createBatchSize } from './batch-size.ts';
import { AnswerTooLargeError, NodeUnavailableError, RateLimitedError, RpcError } from './rpc-errors.ts';
import { createTransport, type TransportOptions } from './rpc-transport.ts';

export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface Rpc {
  /** The node's host: all of its address that may be shown. */
  readonly name: string;
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Sends as few requests as the node accepts. The servers behind a balancer may each answer a part. */
  batch(calls: readonly Call[]): Promise<unknown[]>;
  /** `whole`: it was one request, so that one server answered all of it. */
  batchWhole(calls: readonly Call[]): Promise<{ readonly results: unknown[]; readonly whole: boolean }>;
  /** Calls that are joined at the same moment share requests. Each has its own result or error. */
  join(call: Call): Promise<unknown>;
}

const RATE_LIMIT_CODES = new Set([-32005, -32016, -32097, 429]);
/** The same codes are used for answers that would be too large, which waiting does not change. */
const TOO_LARGE = /range|block|results|logs|size/i;
const TOO_MANY = /rate|request|second|minute|day|daily|capacity|credit|compute|throughput|quota/i;
/** Messages with which nodes refuse a batch, in one error for all of it or with each call. */
const BATCH_REFUSED = /\bbatch|^response too large$/i;
const DEFAULT_RETRY_MS = 1_000;
/** A request that is limited is made so many times, if the node asks for no longer wait than this. */
const MAX_TRIES = 4;
const MAX_WAIT_MS = 5_000;

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

type Outcome = { readonly result: unknown } | { readonly error: Error };

/** The node takes fewer calls in one request. */
class BatchRefusedError extends Error {}

interface Joined {
  readonly call: Call;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export function createRpc(url: string, options?: TransportOptions): Rpc {
  const { name, hide, post } = createTransport(url, options);
  const size = createBatchSize();
  const joined: Joined[] = [];
  let answering = false;

  function outcomeOf(answer: Answer | null | undefined, method: string, calls: number): Outcome {
    if (answer?.error) return { error: errorOf(answer.error, method, calls) };
    if (answer?.result === undefined) throw new NodeUnavailableError(name, `no result for ${method}`);
    return { result: answer.result };
  }

  /** Throws an error that concerns the whole request: waiting or fewer calls may help. */
  function errorOf(said: NonNullable<Answer['error']>, method: string, calls: number): RpcError {
    const code = Number(said.code ?? 0);
    const message = hide(String(said.message ?? 'no message'));
    if (calls > 1 && BATCH_REFUSED.test(message)) throw new BatchRefusedError();
    const tooLarge = TOO_LARGE.test(message) || (method === 'eth_getLogs' && !TOO_MANY.test(message));
    if (RATE_LIMIT_CODES.has(code) && !tooLarge) throw new RateLimitedError(name, DEFAULT_RETRY_MS);
    return new RpcError(name, method, code, message);
  }

  async function requestOne({ method, params }: Call): Promise<Outcome[]> {
    const { json } = await post(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
    return [outcomeOf(json as Answer | null, method, 1)];
  }

  async function requestSeveral(calls: readonly Call[]): Promise<Outcome[]> {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const { json } = await post(JSON.stringify(body));
    if (!Array.isArray(json)) {
      // A node that refuses the whole batch answers with one error, whatever it says.
      const only = outcomeOf(json as Answer | null, 'a batch', calls.length);
      if ('error' in only) throw new BatchRefusedError();
      throw new NodeUnavailableError(name, `one result for a batch of ${calls.length}`);
    }
    const byId = new Map((json as (Answer | null)[]).map((answer) => [answer?.id, answer]));
    return calls.map(({ method }, id) => outcomeOf(byId.get(id), method, calls.length));
  }

  function request(calls: readonly Call[]): Promise<Outcome[]> {
    const [only, second] = calls;
    return only && !second ? requestOne(only) : requestSeveral(calls);
  }

  /** Splits what the node refuses, down to one call at a time. */
  async function settle(calls: readonly Call[]): Promise<{ outcomes: Outcome[]; requests: number }> {
    const outcomes: Outcome[] = [];
    let requests = 0;
    while (outcomes.length < calls.length) {
      const some = calls.slice(outcomes.length, outcomes.length + size.calls);
      const answers = await patiently(() => request(some)).catch((error: unknown) =>
        learn(some.length, error),
      );
      outcomes.push(...answers);
      if (answers.length > 0) requests++;
      // A node that answers with nothing but errors has not said that it takes so many.
      if (answers.some((answer) => 'result' in answer)) size.accepted(some.length);
    }
    return { outcomes, requests };
  }

  /** Handles a batch of which nothing was answered: fewer calls may succeed. Throws if they can't. */
  function learn(calls: number, error: unknown): [] {
    const tooMuch = error instanceof BatchRefusedError || error instanceof AnswerTooLargeError;
    if (tooMuch && calls > 1) size.refused(calls);
    else size.failed(calls);
    if (tooMuch && calls > 1) return [];
    throw error;
  }

  async function batchWhole(calls: readonly Call[]) {
    const { outcomes, requests } = await settle(calls);
    return { results: outcomes.map(resultOf), whole: requests <= 1 };
  }

  async function answerJoined(): Promise<void> {
    answering = true;
    // Waits for calls that are made at the same moment, or right after an answer, so that they share requests.
    for (await breathe(); joined.length > 0; await breathe()) {
      const some = joined.splice(0, size.calls);
      await settle(some.map(({ call }) => call)).then(
        ({ outcomes }) => {
          for (const [i, one] of some.entries()) give(one, outcomes[i]);
        },
        (error: Error) => {
          // The node is away, or limits our requests: the waiting calls would fail, too.
          for (const one of [...some, ...joined.splice(0)]) give(one, { error });
        },
      );
    }
    answering = false;
  }

  return {
    name,
    call: async (method, params) => (await batchWhole([{ method, params }])).results[0],
    batch: async (calls) => (await batchWhole(calls)).results,
    batchWhole,
    join(call) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      joined.push({ call, resolve, reject });
      if (!answering) void answerJoined();
      return promise;
    },
  };
}

function give({ resolve, reject }: Joined, outcome: Outcome | undefined): void {
  if (outcome && 'result' in outcome) resolve(outcome.result);
  else reject(outcome?.error);
}

function resultOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Retries, because a step makes many calls: if it began again at every refusal, a rate limit would stop it forever. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RateLimitedError) || tries === MAX_TRIES || error.retryAfterMs > MAX_WAIT_MS)
        throw error;
      await delay(error.retryAfterMs);
    }
  }
}
