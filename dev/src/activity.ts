import { setTimeout as delay } from 'node:timers/promises';
import { integer, pick, type Random } from '@mandate/contracts';
import type { Happening, SampleChain } from './sample-chain.ts';
import type { Indexer } from './stack.ts';

const BEAT_MS = 3_000;
/** People who send a transaction do not notice this delay. */
const LISTEN_MS = 250;
/** Far more often than in reality, so that people see it. */
const BEATS_PER_REORG = 9;

export interface ActivityOptions {
  readonly chains: readonly [SampleChain, ...SampleChain[]];
  readonly random: Random;
  readonly indexer: Indexer;
  readonly signal: AbortSignal;
  /** Called once the API answers for it. */
  readonly tell: (happening: Happening) => void;
}

/** Makes a change every few seconds until `signal` aborts, and mines at once what others send. */
export async function keepBusy({ chains, random, indexer, signal, tell }: ActivityOptions): Promise<never> {
  async function show(chain: SampleChain, happening: Happening | null): Promise<void> {
    if (!happening) return;
    await indexer.reached(chain, happening.block.hash, signal);
    tell(happening);
  }
  for (let beat = 1; ; beat++) {
    for (const until = performance.now() + BEAT_MS; performance.now() < until; ) {
      await delay(LISTEN_MS, undefined, { signal });
      for (const chain of chains) await show(chain, await chain.mineSent());
    }
    const chain = pick(random, chains);
    const reorgs = beat % BEATS_PER_REORG === 0 && chain.mayReorg();
    await show(chain, await (reorgs ? chain.reorg(integer(random, 1, 2)) : chain.change()));
  }
}
