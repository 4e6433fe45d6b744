/** JSON-RPC over HTTP, with as many calls in one request as the node accepts. */

import { createAnswerReader, type Outcome } from './answers.ts';
import { type Call, createBatches } from './batches.ts';
import { RpcError } from './errors.ts';
import { createJoining, type JoinAll } from './joining.ts';
import { methodOf, NO_WATCH, type NodeWatch, nodeErrorOf } from './node-watch.ts';
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
  /** Does the same with calls that belong together. */
  readonly joinAll: JoinAll;
}

export interface RpcOptions extends TransportOptions {
  readonly watch?: NodeWatch | undefined;
  /** The most calls in one request. */
  readonly maxCalls?: number | undefined;
}

/** The largest answer to calls of contracts: each returns as much as it likes. */
const MAX_SETTLED_BYTES = 4 * 2 ** 20;

export function createRpc(url: string, { watch = NO_WATCH, maxCalls, ...options }: RpcOptions = {}): Rpc {
  const { name, hide, post } = createTransport(url, options);
  const answers = createAnswerReader(name, hide);
  /** The number of the request that an outcome came with. */
  const requestOf = new WeakMap<Outcome, number>();
  let requests = 0;

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
      requests++;
      for (const outcome of outcomes) requestOf.set(outcome, requests);
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

  const joinAll = createJoining(batches, (outcome) => requestOf.get(outcome));

  return {
    name,
    call: async (method, params) => (await batch([{ method, params }]))[0],
    batch,
    settle: ofContracts.settle,
    async join(call) {
      const { outcomes } = await joinAll([call]);
      return outcomes.map(resultOf)[0];
    },
    joinAll,
  };
}

/** Lists the error that a node made. A revert is an answer of a contract. */
function listErrors(outcome: Outcome): Error[] {
  const isError = 'error' in outcome && !(outcome.error instanceof RpcError && outcome.error.isRevert);
  return isError ? [outcome.error] : [];
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
