/** A chain with a history of grants, and a service that has indexed it. */
import { askContracts, createRandom, integer, pick, startLocalChain, writeOf } from '@mandate/contracts';
import { type Answer, type Delegation, grantOf, identify, type Question } from '@mandate/core';
import { randomGrant } from '@mandate/testing/ledger/random-grants';
import { startService } from '@mandate/testing/service/service';
import { createClient } from '../index.ts';

const WRITES_A_BLOCK = 12;
/** The distance of the safe and the finalized block from the head. */
export const [SAFE_DEPTH, FINAL_DEPTH] = [4, 8];

export type SmallWorld = Awaited<ReturnType<typeof startSmallWorld>>;

export async function startSmallWorld(seed: number, blocks: number) {
  const random = createRandom(seed);
  const chain = await startLocalChain({ finalityBlocks: FINAL_DEPTH });
  // Every block has its own second, so that a time names one block.
  await chain.client.setBlockTimestampInterval({ interval: 1 });
  const granted: Delegation[] = [];

  /** Writes each grant once a block: contracts can be asked at its end alone, and strict answers are about all of it. */
  async function write() {
    const written = new Set<string>();
    while (written.size < WRITES_A_BLOCK) {
      const [first, ...rest] = granted;
      const ends = first && integer(random, 1, 3) === 1;
      const delegation = ends ? pick(random, [first, ...rest]) : randomGrant(random);
      const identity = identify(grantOf(delegation));
      if (written.has(identity)) continue;
      written.add(identity);
      if (!ends) granted.push(delegation);
      await chain.send(writeOf(chain, delegation, ends));
    }
    await chain.mine();
  }

  /** Asks the contracts at the end of a block. */
  async function askAt(questions: readonly Question[], block: number) {
    const { hash } = await chain.client.getBlock({ blockNumber: BigInt(block) });
    return askContracts(chain, questions, hash);
  }

  for (let i = 0; i < blocks; i++) await write();
  const service = await startService({ chains: [chain] });
  await service.catchUp(chain);
  return {
    chain,
    service,
    client: createClient({ baseUrl: service.url }),
    chainId: chain.chainId,
    /** Mines one more block of grants and revocations and waits until the service has indexed it. */
    async grow() {
      await write();
      await service.catchUp(chain);
    },
    headOf: async () => Number(await chain.client.getBlockNumber()),
    timeOf: async (block: number) =>
      Number((await chain.client.getBlock({ blockNumber: BigInt(block) })).timestamp),
    askContracts: askAt,
    /** Returns the least that the contracts answered at the end of each block. */
    async askForLeast(questions: readonly Question[], first: number, last: number) {
      const blocks = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      const answers = await Promise.all(blocks.map((block) => askAt(questions, block)));
      return questions.map((_, i) => answers.map((of) => of[i] ?? false).reduce((a, b) => (a < b ? a : b)));
    },
    async close() {
      await service.close();
      await chain.stop();
    },
  };
}

export function isYes(value: Answer | undefined): boolean {
  return value === true || (typeof value === 'bigint' && value > 0n);
}
