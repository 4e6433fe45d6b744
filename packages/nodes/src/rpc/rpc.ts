/** JSON-RPC over HTTP, with as many calls in one request as the node accepts. */
import { setImmediate as breathe } from 'node:timers/promises';
import { methodOf, NO_WATCH, type NodeWatch, nodeErrorOf } from '../node-watch.ts';
import { createAnswerReader, type Outcome } from './answers.ts';
import { type Call, createBatches } from './batches.ts';
import { RpcError } from './errors.ts';
import { createTransport, type TransportOptions } from './transport.ts';

export interface Rpc {
  /** The node's label, or its host. The rest of its address is never shown. */
  readonly name: string;
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  /**
   * Sends the calls in as few requests as the node accepts. Behind one address, several servers may each answer a
   * part.
   */
  batch(calls: readonly Call[]): Promise<unknown[]>;
  /**
   * Sends calls of contracts that anyone may have written, and returns each call's own outcome. Their answers are short,
   * and never change how many other calls are sent in one request.
   */
  settle(calls: readonly Call[]): Promise<Outcome[]>;
  /** Sends a call together with others that are joined at the same moment. Each has its own result or error. */
  join(call: Call): Promise<unknown>;
}

export interface RpcOptions extends TransportOptions {
  readonly watch?: NodeWatch | undefined;
  /** The most calls in one request. */
  readonly maxCalls?: number | undefined;
}

/** The largest answer to calls of contracts: each returns as much as it likes. */
const MAX_SETTLED_BYTES = 4 * 2 ** 20;

interface Joined {
  readonly call: Call;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export function createRpc(url: string, { watch = NO_WATCH, maxCalls, ...options }: RpcOptions = {}): Rpc {
  const { name, hide, post } = createTransport(url, options);
  const answers = createAnswerReader(name, hide);
  const joined: Joined[] = [];
  let answering = false;

  async function send(calls: readonly Call[], maxBytes?: number): Promise<Outcome[]> {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const { json } = await post(JSON.stringify(body.length === 1 ? body[0] : body), maxBytes);
    return answers.read(
      calls.map(({ method }) => method),
      json,
    );
  }

  /** Sends one request. All requests go through here, so that each is counted and charged to the node's budget. */
  async function request(calls: readonly Call[], maxBytes?: number): Promise<Outcome[]> {
    try {
      await watch.admit(calls.length);
    } catch (error) {
      watch.erred(nodeErrorOf(error));
      throw error;
    }
    const methods = calls.map(({ method }) => methodOf(method));
    const startedAt = performance.now();
    const tell = (head: number | null) =>
      watch.asked({ methods, tookMs: performance.now() - startedAt, head });
    try {
      const outcomes = await send(calls, maxBytes);
      tell(findHead(calls, outcomes));
      for (const error of outcomes.flatMap(listErrors)) watch.erred(nodeErrorOf(error));
      return outcomes;
    } catch (error) {
      tell(null);
      watch.erred(nodeErrorOf(error));
      throw error;
    }
  }

  const batches = createBatches((calls) => request(calls), maxCalls);
  const ofContracts = createBatches((calls) => request(calls, MAX_SETTLED_BYTES), maxCalls);

  async function batch(calls: readonly Call[]): Promise<unknown[]> {
    return (await batches.settle(calls)).map(resultOf);
  }

  async function answerJoined(): Promise<void> {
    answering = true;
    // Waits for calls that are made at the same moment, or right after an answer, so that they share requests.
    for (await breathe(); joined.length > 0; await breathe()) {
      const some = joined.splice(0, batches.size);
      await batches.settle(some.map(({ call }) => call)).then(
        (outcomes) => {
          for (const [i, one] of some.entries()) give(one, outcomes[i]);
        },
        (error: Error) => {
          // The node is unavailable, or limits our requests: the waiting calls would fail, too.
          for (const one of [...some, ...joined.splice(0)]) give(one, { error });
        },
      );
    }
    answering = false;
  }

  return {
    name,
    call: async (method, params) => (await batch([{ method, params }]))[0],
    batch,
    settle: ofContracts.settle,
    join(call) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      joined.push({ call, resolve, reject });
      if (!answering) void answerJoined();
      return promise;
    },
  };
}

/** Lists the error that a node made. A revert is an answer of a contract. */
function listErrors(outcome: Outcome): Error[] {
  const isError = 'error' in outcome && !(outcome.error instanceof RpcError && outcome.error.isRevert);
  return isError ? [outcome.error] : [];
}

function give({ resolve, reject }: Joined, outcome: Outcome | undefined): void {
  if (outcome && 'result' in outcome) resolve(outcome.result);
  else reject(outcome?.error);
}

function resultOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Returns the newest block that the node named, if it was asked for it. */
function findHead(calls: readonly Call[], outcomes: readonly Outcome[]): number | null {
  const i = calls.findIndex(
    ({ method, params: [tag] }) =>
      method === 'eth_blockNumber' || (method === 'eth_getBlockByNumber' && tag === 'latest'),
  );
  const outcome = outcomes[i];
  if (!outcome || !('result' in outcome)) return null;
  const { result } = outcome;
  const number = typeof result === 'object' && result !== null && 'number' in result ? result.number : result;
  const head = typeof number === 'string' ? Number(number) : Number.NaN;
  return Number.isSafeInteger(head) ? head : null;
}
