/** A local chain with writes and reorgs that never reach finalized blocks. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  createRandom,
  integer,
  type LocalChain,
  type Random,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
} from '@mandate/contracts';
import type { Hex } from 'viem';

const FINALITY_BLOCKS = 16;
const DEEPEST_REORG = 6;
/** A local chain loses its registries in reorgs above 900 blocks. From here on it only replaces blocks. */
const MAX_BLOCKS = 850;
const MAX_WRITES_IN_BLOCK = 4;

export interface Pace {
  readonly minMs: number;
  readonly maxMs: number;
}

export interface FollowedChain {
  readonly local: LocalChain;
  getHead(): Promise<{ readonly number: number; readonly hash: string }>;
}

export interface LivelyChain extends FollowedChain {
  readonly counts: { blocks: number; reorgs: number; writes: number };
  /** Mines blocks as fast as possible, with occasional reorgs. */
  grow(blocks: number): Promise<void>;
  /** Mines until the returned function is called and resolves. */
  keepGrowing(pace: Pace): () => Promise<void>;
}

export async function startLivelyChain(chainId: number, seed: number): Promise<LivelyChain> {
  const local = await startLocalChain({
    chainId,
    finalityBlocks: FINALITY_BLOCKS,
    smartWallets: SMART_WALLETS,
  });
  const random = createRandom(seed ^ chainId);
  const counts = { blocks: 1, reorgs: 0, writes: 0 };

  async function mine(): Promise<void> {
    const writes = integer(random, 0, MAX_WRITES_IN_BLOCK);
    for (let i = 0; i < writes; i++) await local.send(randomWrite(local, random));
    await local.mine();
    counts.blocks++;
    counts.writes += writes;
  }

  async function reorg(): Promise<void> {
    const depth = integer(random, 1, DEEPEST_REORG);
    const writes = integer(random, 0, MAX_WRITES_IN_BLOCK);
    const transactions = Array.from({ length: writes }, (_, i) => ({
      transaction: randomWrite(local, random),
      block: Math.floor((i * depth) / writes),
    }));
    await local.reorg(depth, transactions);
    counts.reorgs++;
    counts.writes += writes;
  }

  async function happen(): Promise<void> {
    const replace = counts.blocks > DEEPEST_REORG + 1 && integer(random, 1, 6) === 1;
    await (replace || counts.blocks >= MAX_BLOCKS ? reorg() : mine());
  }

  return {
    local,
    counts,
    async grow(blocks) {
      const target = Math.min(counts.blocks + blocks, MAX_BLOCKS);
      while (counts.blocks < target) await happen();
    },
    keepGrowing: (pace) => repeat(happen, pace, random),
    getHead: () => getHeadOf(local),
  };
}

export async function getHeadOf({ client }: LocalChain): Promise<{ number: number; hash: Hex }> {
  const { number, hash } = await client.getBlock();
  return { number: Number(number), hash };
}

/** Repeats until the returned function is called and resolves. */
export function repeat(happen: () => Promise<void>, pace: Pace, random: Random): () => Promise<void> {
  const stopping = new AbortController();
  const going = (async () => {
    while (!stopping.signal.aborted) {
      await happen();
      await delay(integer(random, pace.minMs, pace.maxMs));
    }
  })();
  // The caller who stops it gets the error; until then it must not count as unhandled.
  going.catch(() => {});
  return () => {
    stopping.abort();
    return going;
  };
}
