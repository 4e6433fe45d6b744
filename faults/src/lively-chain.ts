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
  type Transaction,
} from '@mandate/contracts';
import type { Hex } from 'viem';

export const FINALITY_BLOCKS = 16;
const MAX_WRITES_IN_BLOCK = 4;

export interface FollowedChain {
  readonly local: LocalChain;
}

export interface LivelyOptions {
  readonly deepestReorg?: number;
  /** One in this many times a reorg comes instead of a block. */
  readonly reorgOneIn?: number;
  /** A local chain loses its registries in deep reorgs above 900 blocks. From here on it only replaces blocks. */
  readonly maxBlocks?: number;
  /** The milliseconds between two blocks of `keepGrowing`. */
  readonly pace?: readonly [least: number, most: number];
  /** Returns the transactions of the next block. */
  readonly write?: (random: Random) => readonly Transaction[];
  /** Runs after these new blocks, which a reorg may have put in the place of others since then. */
  readonly onBlocks?: (blocks: number, since: number) => Promise<void>;
}

export type LivelyChain = Awaited<ReturnType<typeof startLivelyChain>>;

export async function startLivelyChain(chainId: number, seed: number, options: LivelyOptions = {}) {
  return animate(
    await startLocalChain({ chainId, finalityBlocks: FINALITY_BLOCKS, smartWallets: SMART_WALLETS }),
    seed,
    options,
  );
}

export function animate(local: LocalChain, seed: number, options: LivelyOptions) {
  const random = createRandom(seed ^ local.chainId);
  const {
    deepestReorg = 6,
    reorgOneIn = 6,
    maxBlocks = 850,
    pace = [100, 400],
    write = () => writeRandomly(local, random),
    onBlocks,
  } = options;
  const counts = { blocks: 1, reorgs: 0, writes: 0 };

  async function mine(): Promise<void> {
    const since = Date.now();
    const transactions = write(random);
    for (const transaction of transactions) await local.send(transaction);
    await local.mine();
    counts.blocks++;
    counts.writes += transactions.length;
    await onBlocks?.(1, since);
  }

  async function reorg(): Promise<void> {
    const since = Date.now();
    const depth = integer(random, 1, deepestReorg);
    const transactions = Array.from({ length: depth }, (_, block) =>
      write(random).map((transaction) => ({ transaction, block })),
    ).flat();
    await local.reorg(depth, transactions);
    counts.reorgs++;
    counts.writes += transactions.length;
    await onBlocks?.(depth, since);
  }

  async function happen(): Promise<void> {
    const replaces = counts.blocks > deepestReorg + 1 && integer(random, 1, reorgOneIn) === 1;
    await (replaces || counts.blocks >= maxBlocks ? reorg() : mine());
  }

  return {
    local,
    counts,
    /** Mines blocks as fast as possible, with occasional reorgs. */
    async grow(blocks: number): Promise<void> {
      const target = Math.min(counts.blocks + blocks, maxBlocks);
      while (counts.blocks < target) await happen();
    },
    /** Mines until the returned function is called and resolves. */
    keepGrowing(): () => Promise<void> {
      const stopping = new AbortController();
      const going = (async () => {
        while (!stopping.signal.aborted) {
          await happen();
          await delay(integer(random, ...pace));
        }
      })();
      // The caller who stops it gets the error; until then it must not count as unhandled.
      going.catch(() => {});
      return () => {
        stopping.abort();
        return going;
      };
    },
  };
}

const writeRandomly = (local: LocalChain, random: Random) =>
  Array.from({ length: integer(random, 0, MAX_WRITES_IN_BLOCK) }, () => randomWrite(local, random));

export async function getHead({ local }: FollowedChain): Promise<{ number: number; hash: Hex }> {
  const { number, hash } = await local.client.getBlock();
  return { number: Number(number), hash };
}

/** Lets all chains grow until the returned function is called and resolves. */
export function keepAllGrowing(chains: readonly LivelyChain[]): () => Promise<void> {
  const stops = chains.map((chain) => chain.keepGrowing());
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
