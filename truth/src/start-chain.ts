import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { MAX_REORG_DEPTH } from './history.ts';
import { MULTICALL, SMART } from './world.ts';

/** No reorg reaches a finalized block. */
export const FINALITY_BLOCKS = MAX_REORG_DEPTH + 12;

/** Starts a chain with the smart wallets of the world. */
export function startChain(options: Parameters<typeof startLocalChain>[0] = {}): Promise<LocalChain> {
  return startLocalChain({
    finalityBlocks: FINALITY_BLOCKS,
    smartWallets: [...SMART, MULTICALL],
    ...options,
  });
}
