/** A node that behaves like a provider's: it delays each answer and counts every call. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Call, forwardCalls, reply, startFakeNode } from '@mandate/testing/chain/fake-node';

export interface MeteredNode {
  readonly url: string;
  /** Returns the calls since the last count, by method. */
  count(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Blocks of busy chains have full blooms, so each of them may contain an event of the registries. */
const FULL_BLOOM = `0x${'ff'.repeat(256)}`;

export async function startMeteredNode(upstreamUrl: string, latencyMs: number): Promise<MeteredNode> {
  const { url, requests, stop } = await startFakeNode(async (calls) => {
    const [answers] = await Promise.all([forwardCalls(upstreamUrl, calls), delay(latencyMs)]);
    return reply(calls, answers.map(fillBloom));
  });
  return {
    url,
    count() {
      const counts = new Map<string, number>();
      for (const call of requests.splice(0).flat())
        counts.set(nameOf(call), (counts.get(nameOf(call)) ?? 0) + 1);
      return counts;
    },
    stop,
  };
}

/** The blooms of receipts are part of their root, so they stay unchanged. */
function fillBloom(answer: Answer): Answer {
  const block = 'result' in answer ? answer.result : null;
  return block && typeof block === 'object' && 'logsBloom' in block
    ? { result: { ...block, logsBloom: FULL_BLOOM } }
    : answer;
}

/** Block tags and numbers use the same method, so this separates them. */
function nameOf({ method, params: [first] }: Call): string {
  return method === 'eth_getBlockByNumber' && !String(first).startsWith('0x') ? `${method} ${first}` : method;
}
