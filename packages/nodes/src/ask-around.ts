/**
 * Asks again for a block that a node has named itself but then lacks: behind one address, another server may have it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Outcome } from './rpc/answers.ts';
import type { Call } from './rpc/batches.ts';
import { NodeBehindError } from './rpc/errors.ts';
import { lacksBlock } from './rpc/lacks-block.ts';
import type { Rpc } from './rpc/rpc.ts';
import type { Header } from './source.ts';

/** Behind a balancer with two servers, one of 250 calls reaches the wrong one this many times in a row. */
const MAX_ASKS = 8;
const ASK_AGAIN_MS = 50;
/** The last named blocks are remembered by their hashes, up to this many. */
const MAX_NAMED = 1_000;

export interface AskAround {
  /** Sends a call. `about` is the block that the call is about: its number, or its hash. */
  ask(call: Call, about: number | Hex): Promise<unknown>;
  /**
   * Asks for a block's logs, and for the block in the same request: some servers send an empty list for a block that they
   * lack, which only receipts reveal otherwise. Throws a `NodeBehindError` if the list is empty and the block is missing.
   */
  askWithBlock(logs: Call, hash: Hex): Promise<unknown>;
  /**
   * Sends calls in a request of their own, or `together` with others of the same moment. They are about a block that the
   * chain's nodes have named, so a server that lacks it is behind the others.
   */
  askAll(calls: readonly Call[], how?: 'alone' | 'together'): Promise<unknown[]>;
  /** Does the same with calls of contracts, and returns each call's own outcome. */
  settleAll(calls: readonly Call[]): Promise<Outcome[]>;
  /** Reports that the node has just named this block. */
  named(header: Header): void;
}

export function createAskAround(rpc: Rpc): AskAround {
  const hashes = new Set<Hex>();
  let newest = -1;
  const wasNamed = (block: number | Hex) => (typeof block === 'number' ? block <= newest : hashes.has(block));

  /** Returns whether an answer is null, or an error that says that the server does not have the block. */
  async function isLacking(answer: Promise<unknown>): Promise<boolean> {
    return answer.then((result) => [result].flat().includes(null), lacksBlock);
  }

  /**
   * Sends two calls, in one request if the node accepts two. Its calls may reach servers in turn, so that `isSwapped` reaches
   * the others. A result is null if the server does not have the block.
   */
  async function sendBoth(first: Call, second: Call, isSwapped: boolean) {
    const { outcomes, isOneRequest } = await rpc.joinAll(isSwapped ? [second, first] : [first, second]);
    const [found, block] = (isSwapped ? outcomes.toReversed() : outcomes).map(resultOrNull);
    return { found, block, isOneRequest };
  }

  return {
    async ask(call, about) {
      for (let asks = 1; asks < MAX_ASKS; asks++) {
        const answer = rpc.join(call);
        if (!(await isLacking(answer)) || !wasNamed(about)) return answer;
        await delay(ASK_AGAIN_MS);
      }
      return rpc.join(call);
    },
    async askWithBlock(logs, hash) {
      const ofBlock = { method: 'eth_getBlockByHash', params: [hash, false] };
      let agreed = 0;
      for (let asks = 1; asks <= MAX_ASKS; asks++) {
        const { found, block, isOneRequest } = await sendBoth(logs, ofBlock, asks % 2 === 0);
        if (found !== null && !isEmpty(found)) return found;
        // Two requests may reach two servers, the second time in the other order.
        if (found !== null && block !== null && (isOneRequest || ++agreed === 2)) return found;
        await delay(ASK_AGAIN_MS);
      }
      throw new NodeBehindError(`${rpc.name} does not have block ${hash}.`);
    },
    async askAll(calls, how = 'alone') {
      const send = () =>
        how === 'alone' ? rpc.batch(calls) : Promise.all(calls.map((call) => rpc.join(call)));
      for (let asks = 1; asks < MAX_ASKS; asks++) {
        const answers = send();
        if (!(await isLacking(answers))) return answers;
        await delay(ASK_AGAIN_MS);
      }
      return send();
    },
    async settleAll(calls) {
      for (let asks = 1; asks < MAX_ASKS; asks++) {
        const outcomes = await rpc.settle(calls);
        if (!outcomes.some((outcome) => 'error' in outcome && lacksBlock(outcome.error))) return outcomes;
        await delay(ASK_AGAIN_MS);
      }
      return rpc.settle(calls);
    },
    named({ number, hash }) {
      newest = Math.max(newest, number);
      hashes.delete(hash);
      hashes.add(hash);
      const [oldest] = hashes;
      if (hashes.size > MAX_NAMED && oldest) hashes.delete(oldest);
    },
  };
}

function resultOrNull(outcome: Outcome): unknown {
  if ('result' in outcome) return outcome.result;
  if (lacksBlock(outcome.error)) return null;
  throw outcome.error;
}

const isEmpty = (answer: unknown) => Array.isArray(answer) && answer.length === 0;
