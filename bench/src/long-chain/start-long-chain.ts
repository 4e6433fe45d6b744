/** Starts a node of a long chain, as a separate process that ends with us. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FollowedChain } from '@mandate/indexer';
import { CHAIN_ID, V1, V2 } from '@mandate/testing/chain/long-chain';

const NODE = fileURLToPath(new URL('long-chain-node.ts', import.meta.url));

export const LONG_CHAIN: FollowedChain = {
  chainId: CHAIN_ID,
  registries: { v1: V1, v2: V2 },
  // Evidence would cost more calls.
  evidence: { bloom: false, receipts: false },
  depths: { safe: null, finalized: null },
  startBlock: 1,
  reading: { form: 'careful', blockTimeMs: 12_000, tagsMs: 30_000, lookbackMs: 0, isAgreed: false },
};

/** The node delays each answer like a remote one. */
export async function startLongChain(rows: number, latencyMs: number) {
  const child = fork(NODE, [String(rows), String(latencyMs)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The node ended with ${code}.`);
  });
  ended.catch(() => {});
  const [port] = await Promise.race([ended, once(child, 'message')]);
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') };
}
