/** A local chain that goes on for long: a block a second with writes to both registries, a small reorg now and then. */
import { createRandom, integer, randomWrite, SMART_WALLETS, startLocalChain } from '@mandate/contracts';
import { type FollowedChain, getHeadOf, repeat } from '../lively-chain.ts';

const FINALITY_BLOCKS = 16;
/** Deep reorgs of a long local chain make it lose its registries; such small ones do not. */
const DEEPEST_REORG = 3;
const BLOCKS_A_REORG = 20;
const MAX_WRITES_IN_BLOCK = 4;
/** Of the second between two blocks, what is left when one is made. */
const PACE = { minMs: 900, maxMs: 1_000 };

export interface SteadyChain extends FollowedChain {
  /** When its first block was made, in seconds since 1970. */
  readonly firstTime: number;
  readonly counts: { blocks: number; reorgs: number; writes: number };
  grow(blocks: number): Promise<void>;
  /** Until the returned function is called and has ended. */
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
