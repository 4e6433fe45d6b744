/** Clients that send requests at a steady pace, whether or not answers come. */
import { setTimeout as delay } from 'node:timers/promises';
import type { KnownChain } from './known-chain.ts';
import { repeatPerSecond } from './pace.ts';

export const REQUESTS_PER_S = 200;
const REQUEST_TIMEOUT_MS = 60_000;

export interface Sent {
  readonly at: number;
  readonly ms: number;
  /** The mistake in the answer. `null` if it was right. */
  readonly problem: string | null;
}

/** Asks whatever happens, and compares each answer with the registry at the block that it names. */
export function startSteadyAsking(url: string, chain: KnownChain) {
  const sent: Sent[] = [];
  let next = 0;
  async function ask(): Promise<void> {
    const pair = next++ % chain.pairs.length;
    const at = performance.now();
    const problem = await askOne(url, chain, pair).catch((error: Error) => `no answer: ${error.message}`);
    sent.push({ at, ms: performance.now() - at, problem });
  }
  return { sent, end: repeatPerSecond(REQUESTS_PER_S, ask) };
}

/** Returns what is wrong with the answer. `null` if it is right at the block that it names. */
async function askOne(url: string, chain: KnownChain, pair: number): Promise<string | null> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(`${url}${chain.pairs[pair]?.path}`, { signal });
  const text = await response.text();
  if (response.status !== 200) return `${response.status} ${text.slice(0, 200)}`;
  const hash = response.headers.get('x-block-hash') ?? '';
  // The chain's own record of a new block may come a moment later.
  for (let tries = 0; chain.answerAt(hash, pair) === null && tries < 100; tries++) await delay(20);
  const expected = chain.answerAt(hash, pair);
  return text === String(expected) ? null : `${text} at ${hash}, where the registry says ${expected}`;
}
