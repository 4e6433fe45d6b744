/** A chain that does not change while it is compared, with its blocks and its safe and finalized marks. */
import type { LocalChain } from '@mandate/contracts';
import type { Hex } from 'viem';

export interface Block {
  readonly number: number;
  readonly hash: Hex;
  readonly timestamp: number;
  readonly isEmpty: boolean;
}

export interface RestingChain {
  readonly chain: LocalChain;
  /** All blocks; the index is the block number. */
  readonly blocks: readonly Block[];
  /** No question is about an earlier block. */
  readonly first: number;
  readonly latest: Block;
  readonly safe: Block;
  readonly finalized: Block;
}

export async function readBlocks(chain: LocalChain, first = 1): Promise<RestingChain> {
  const { client } = chain;
  const head = Number(await client.getBlockNumber());
  const [marks, ...blocks] = await Promise.all([
    Promise.all([client.getBlock({ blockTag: 'safe' }), client.getBlock({ blockTag: 'finalized' })]),
    ...Array.from({ length: head + 1 }, (_, number) =>
      client.getBlock({ blockNumber: BigInt(number) }).then(blockOf),
    ),
  ]);
  const [latest, safe, finalized] = [head, ...marks.map(({ number }) => Number(number))].map(
    (number) => blocks[number],
  );
  if (!latest || !safe || !finalized) throw new Error(`Chain ${chain.chainId} has no blocks.`);
  return { chain, blocks, first, latest, safe, finalized };
}

interface NodeBlock {
  readonly number: bigint;
  readonly hash: Hex;
  readonly timestamp: bigint;
  readonly transactions: readonly unknown[];
}

function blockOf({ number, hash, timestamp, transactions }: NodeBlock): Block {
  return { number: Number(number), hash, timestamp: Number(timestamp), isEmpty: transactions.length === 0 };
}
