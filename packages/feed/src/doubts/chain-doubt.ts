/** Decides whether the ledger may speak for a chain. */
import type { Block, Checkpoint } from '@mandate/store';
import { hasSameRegistries, type WatchedChain } from './watched-chains.ts';

export interface ChainDoubt {
  readonly code: 'chain_not_ready' | 'chain_lagging' | 'chain_tainted';
  readonly detail: string;
}

/** Returns why the ledger may not speak for a chain now, or null if it may. */
export function findChainDoubt(chain: WatchedChain, checkpoint: Checkpoint | null): ChainDoubt | null {
  if (!checkpoint) return doubt('chain_not_ready', `${chain.name} has not been read yet.`);
  const { block, head, state, heartbeat } = checkpoint;
  if (state === 'tainted') {
    const detail = `${chain.name} contradicts its own final blocks. An operator has to check it.`;
    return doubt('chain_tainted', detail);
  }
  if (state === 'backfilling') {
    const read = `${block.number} of ${head} blocks`;
    return doubt('chain_not_ready', `${chain.name} is being read: ${read}.`);
  }
  if (!hasSameRegistries(chain, checkpoint.registries)) {
    const detail = `The indexed registries of ${chain.name} have just changed. Try again.`;
    return doubt('chain_not_ready', detail);
  }
  const { ms, blockAgeMs } = chain.maxLag;
  const ageMs = blockAgeMsOf(block);
  if (blockAgeMs !== null && ageMs > blockAgeMs) {
    const seconds = `${inSeconds(ageMs)} old, more than ${inSeconds(blockAgeMs)}`;
    return doubt('chain_lagging', `The newest known block of ${chain.name} is ${seconds}.`);
  }
  const silentMs = chain.pulse.ageMs(heartbeat);
  if (silentMs <= ms) return null;
  const silent = Number.isFinite(silentMs) ? `${inSeconds(silentMs)}, more than` : 'far more than';
  const detail = `The indexer of ${chain.name} has been silent for ${silent} ${inSeconds(ms)}.`;
  return doubt('chain_lagging', detail);
}

const doubt = (code: ChainDoubt['code'], detail: string): ChainDoubt => ({ code, detail });

/** Returns the age of a block by the clock of this host. A block from the future counts as made now. */
export function blockAgeMsOf({ timestamp }: Pick<Block, 'timestamp'>): number {
  return Math.max(0, Date.now() - 1_000 * timestamp);
}

function inSeconds(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
