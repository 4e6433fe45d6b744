/** For tests: a node that misbehaves on demand, with an honest one behind it. */
import type { ServerResponse } from 'node:http';
import { bloomOf } from '@mandate/indexer/bloom';
import type { Hex } from 'viem';
import { type Answer, type Call, forwardCalls, reply, startFakeNode } from './fake-node.ts';

/** The information that a misbehaving node may use for its answer. */
export interface Context {
  /** Returns the honest node's answer. Throws if that is an error. */
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>;
  /** The number of the HTTP request, and all calls in it. */
  readonly request: number;
  readonly calls: readonly Call[];
}

export interface Behaviour {
  /** Handles a whole HTTP request. Returns true if nothing is left to answer. */
  readonly respond?: (response: ServerResponse, calls: readonly Call[]) => boolean | Promise<boolean>;
  /** Replaces the honest answer. */
  readonly answer?: (call: Call, honest: Answer, context: Context) => Answer | Promise<Answer>;
  /** Replaces the answers to several calls. */
  readonly send?: (answers: readonly unknown[], calls: readonly Call[]) => unknown;
}

export type MisbehavingNode = Awaited<ReturnType<typeof createMisbehavingNode>>;

export interface MisbehavingNodeOptions {
  /** anvil's headers have an empty bloom. `computed`: replace it by that of the block's real logs. */
  readonly bloom?: 'computed' | 'as it is';
  /** The chain has no more blocks to come: each honest answer is kept, and requested once. */
  readonly isStill?: boolean;
}

export async function createMisbehavingNode(
  upstreamUrl: string,
  { bloom = 'as it is', isStill = false }: MisbehavingNodeOptions = {},
) {
  let behaviour: Behaviour | null = null;
  let received = 0;
  const blooms = new Map<Hex, Hex>();
  const kept = new Map<string, Answer>();
  const keyOf = ({ method, params }: Call) => JSON.stringify([method, params]);

  async function forward(calls: readonly Call[]): Promise<Answer[]> {
    if (!isStill) return askUpstream(calls);
    const missing = calls.filter((call) => !kept.has(keyOf(call)));
    const answers = missing.length > 0 ? await askUpstream(missing) : [];
    for (const [i, answer] of answers.entries()) kept.set(keyOf(missing[i] as Call), answer);
    return calls.map((call) => kept.get(keyOf(call)) as Answer);
  }

  async function askUpstream(calls: readonly Call[]): Promise<Answer[]> {
    const answers = await forwardCalls(upstreamUrl, calls);
    return Promise.all(answers.map((answer, i) => withBloom(calls[i]?.method, answer)));
  }

  async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const [answer] = await forward([{ method, params }]);
    if (!answer || 'error' in answer) throw new Error(`${method}: ${answer?.error.message}`);
    return answer.result;
  }

  async function withBloom(method: string | undefined, answer: Answer): Promise<Answer> {
    if (bloom !== 'computed' || method !== 'eth_getBlockByNumber' || !('result' in answer)) return answer;
    const block = answer.result as { hash: Hex } | null;
    return block ? { result: { ...block, logsBloom: await computeBloom(block.hash) } } : answer;
  }

  async function computeBloom(blockHash: Hex): Promise<Hex> {
    const known = blooms.get(blockHash);
    if (known) return known;
    const logs = (await ask('eth_getLogs', { blockHash })) as { address: Hex; topics: Hex[] }[];
    const computed = bloomOf(logs.flatMap(({ address, topics }) => [address, ...topics]));
    blooms.set(blockHash, computed);
    return computed;
  }

  const node = await startFakeNode(async (calls, response) => {
    const { respond, answer, send } = behaviour ?? {};
    const context: Context = { ask, request: node.requests.length, calls };
    if (await respond?.(response, calls)) return undefined;
    received += calls.length;
    const honest = await forward(calls);
    const said = await Promise.all(
      calls.map((call, i) => {
        const own = honest[i] ?? { error: { code: -32_603, message: 'no answer' } };
        return answer ? answer(call, own, context) : own;
      }),
    );
    const answers = reply(calls, said);
    return calls.length > 1 ? (send?.(answers, calls) ?? answers) : answers;
  });
  return {
    url: node.url,
    /** The number of HTTP requests, and of the calls in them. */
    get requests() {
      return node.requests.length;
    },
    get calls() {
      return received;
    },
    /** `null` to behave honestly. */
    misbehave(next: Behaviour | null) {
      behaviour = next;
    },
    stop: node.stop,
  };
}
