/** A long-running local chain: one block per second with writes to both registries, and small reorgs. */
import { createRandom, integer, randomWrite, SMART_WALLETS, startLocalChain } from '@mandate/contracts';
import { type FollowedChain, getHeadOf, repeat } from '../lively-chain.ts';

const FINALITY_BLOCKS = 16;
/** A long local chain loses its registries in deep reorgs, but not in ones this small. */
const DEEPEST_REORG = 3;
const BLOCKS_A_REORG = 20;
const MAX_WRITES_IN_BLOCK = 4;
/** The rest of the second between two blocks. */
const PACE = { minMs: 900, maxMs: 1_000 };

export interface SteadyChain extends FollowedChain {
  /** The Unix time of its first block in seconds. */
  readonly firstTime: number;
  readonly counts: { blocks: number; reorgs: number; writes: number };
  grow(blocks: number): Promise<void>;
  /** Mines until the returned function is called and resolves. */
  keepGrowing(): () => Promise<void>;
}

export async function startSteadyChain(chainId: number, seed: number): Promise<SteadyChain> {
  const local = await startLocalChain({
    chainId,
    finalityBlocks: FINALITY_BLOCKS,
    smartWallets: SMART_WALLETS,
  });
  const random = createRandom(seed ^ chainId);
  const counts = { blocks: 1, reorgs: 0, writes: 0 };

  async function mine(): Promise<void> {
    const writes = integer(random, 0, MAX_WRITES_IN_BLOCK);
    for (let write = 0; write < writes; write++) await local.send(randomWrite(local, random));
    await local.mine();
    counts.blocks++;
    counts.writes += writes;
  }

  async function reorg(): Promise<void> {
    const depth = integer(random, 1, DEEPEST_REORG);
    const transactions = Array.from({ length: depth }, (_, block) => {
      return { transaction: randomWrite(local, random), block };
    });
    await local.reorg(depth, transactions);
    counts.reorgs++;
    counts.writes += depth;
  }

  const { timestamp } = await local.client.getBlock({ blockNumber: 1n });
  return {
    local,
    firstTime: Number(timestamp),
    counts,
    getHead: () => getHeadOf(local),
    async grow(blocks) {
      for (let block = 0; block < blocks; block++) await mine();
    },
    keepGrowing: () =>
      repeat(() => (integer(random, 1, BLOCKS_A_REORG) === 1 ? reorg() : mine()), PACE, random),
  };
}
