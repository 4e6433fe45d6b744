/** Plays random histories of delegations that expire, and compares exclusive delegates with the resolver contract. */
import { createRandom, installResolver, readSampleCode, startLocalChain } from '@mandate/contracts';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';
import type { Difference } from '../compare.ts';
import { watchWithIndexer } from '../ledger.ts';
import type { Service } from '../service.ts';
import { compareExclusive } from './compare.ts';
import { createPlayer, MAX_REORG_DEPTH } from './play.ts';
import { COLLECTIONS } from './world.ts';

const FINALITY_BLOCKS = MAX_REORG_DEPTH * 2 + 2;
const ROUNDS = 20;
/** Blocks between two comparisons. */
const BLOCKS = 5;
const REORG_SHARE = 0.3;
/** Questions of a comparison, for each of its blocks. */
const QUESTIONS = 150;
/** The first block is this old, so that no time is in the future. */
const AGE_S = 10_000;

interface ExclusiveTally {
  histories: number;
  blocks: number;
  reorgs: number;
  questions: number;
}

export interface ExclusiveTruthOptions {
  /** The least number of questions to ask. */
  readonly questions: number;
  readonly seed: number;
  /** Questions of a comparison, for each of its blocks. */
  readonly perBlock?: number;
  /** Wraps the API to prove that a run detects wrong answers. */
  readonly misled?: (service: Service) => Service;
  readonly onProgress?: (tally: ExclusiveTally) => void;
}

export interface ExclusiveVerdict {
  readonly tally: ExclusiveTally;
  readonly differences: readonly Difference[];
}

/** Runs until all questions are asked, or until a history shows a difference. */
export async function runExclusiveTruth(options: ExclusiveTruthOptions): Promise<ExclusiveVerdict> {
  const tally: ExclusiveTally = { histories: 0, blocks: 0, reorgs: 0, questions: 0 };
  const db = await createTestDatabase();
  try {
    while (tally.questions < options.questions) {
      const differences = await playHistory(options, tally, db);
      if (differences.length > 0) return { tally, differences };
    }
    return { tally, differences: [] };
  } finally {
    await db.drop();
  }
}

async function playHistory(
  { questions, seed, perBlock = QUESTIONS, misled = (service) => service, onProgress }: ExclusiveTruthOptions,
  tally: ExclusiveTally,
  db: TestDatabase,
): Promise<readonly Difference[]> {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) + ++tally.histories);
  const startsAt = Math.floor(Date.now() / 1_000) - AGE_S;
  const chain = await startLocalChain({
    finalityBlocks: FINALITY_BLOCKS,
    startsAt: [startsAt, startsAt + 1],
    contracts: new Map(COLLECTIONS.map((address) => [address, readSampleCode('sample-erc721')])),
  });
  const player = createPlayer(chain, random);
  const resolver = await installResolver(chain);
  await player.mintTokens();
  const lowest = Number(await chain.client.getBlockNumber());
  const indexer = await watchWithIndexer([chain], db, { http: true });
  try {
    const [watched] = indexer.watched;
    if (!watched || !indexer.service) throw new Error('The service did not start.');
    const compared = { chain, resolver, service: misled(indexer.service), random, lowest };
    for (let round = 1; round <= ROUNDS && tally.questions < questions; round++) {
      for (let block = 0; block < BLOCKS; block++) await player.mineBlock();
      tally.blocks += BLOCKS;
      if (random() < REORG_SHARE) {
        await player.reorg(lowest);
        tally.reorgs++;
      }
      await watched.answerNow();
      const found = await compareExclusive(compared, perBlock);
      tally.questions += found.questions;
      onProgress?.(tally);
      if (found.differences.length > 0) return found.differences;
    }
    return [];
  } finally {
    await indexer.stop();
    await chain.stop();
  }
}
