/** Measures writes in ledgers of several sizes, in turns: blocks at the head, reorgs and backfill. */
import { createRandom } from '@mandate/contracts';
import { quantile } from '../median.ts';
import type { Note } from '../part.ts';
import { type Sample, toSamples } from '../sample.ts';
import { inTurns } from '../turns.ts';
import { BACKFILL_EVENTS, type FollowedChain, followChain } from './follow-chain.ts';
import type { WrittenLedger } from './written-ledger.ts';

interface Operation {
  readonly name: string;
  /** The share of the blocks that are written of it. */
  readonly share?: number;
  /** True to begin with a checkpoint. */
  readonly atCheckpoint?: boolean;
  /** Returns the milliseconds that it took. */
  work(chain: FollowedChain): Promise<number>;
}

export const EMPTY_BLOCK = 'an empty block';
export const BLOCK_OF_TEN = 'a block with 10 events';
// PostgreSQL logs a page in full when it is first touched after a checkpoint. Real blocks come so slowly that nearly
// every touch is the first, in small ledgers too. Without a checkpoint, all pages of a small ledger would soon have
// been touched.
const OPERATIONS: readonly Operation[] = [
  { name: 'a block with 1 event', atCheckpoint: true, work: (chain) => chain.take(1) },
  { name: BLOCK_OF_TEN, atCheckpoint: true, work: (chain) => chain.take(10) },
  { name: 'a block with 100 events', atCheckpoint: true, share: 0.2, work: (chain) => chain.take(100) },
  { name: EMPTY_BLOCK, work: (chain) => chain.take(0) },
  { name: 'a block that is looked at again', work: (chain) => chain.mark() },
  {
    name: 'a block that is taken back',
    async work(chain) {
      await chain.take(10);
      return chain.rewind();
    },
  },
];

export interface WritesOptions {
  readonly rounds: number;
  /** Rounds that were measured before have lower numbers. */
  readonly firstRound?: number;
  /** Per kind of block and round. */
  readonly blocks: number;
  /** Events backfilled per round into the smallest ledger. Larger ledgers get proportionally more. */
  readonly backfillEvents: number;
}

export async function measureWrites(
  ledgers: readonly WrittenLedger[],
  { rounds, firstRound = 1, ...options }: WritesOptions,
  note: Note,
): Promise<void> {
  // Connections and caches get warm.
  await measureRound(ledgers, 0, options);
  for (let round = firstRound; round < firstRound + rounds; round++)
    note(await measureRound(ledgers, round, options));
}

async function measureRound(
  ledgers: readonly WrittenLedger[],
  round: number,
  { blocks, backfillEvents }: Pick<WritesOptions, 'blocks' | 'backfillEvents'>,
): Promise<Sample[]> {
  const chains = ledgers.map((ledger) => followChain(ledger, createRandom(round + 1)));
  const samples: Sample[] = [];
  for (const { name, share = 1, atCheckpoint = false, work } of OPERATIONS) {
    if (atCheckpoint) await ledgers[0]?.database.query('checkpoint');
    const taken = chains.map(({ rows }) => ({ rows, ms: [] as number[] }));
    // Alternates block by block.
    for (let i = 0; i < Math.ceil(share * blocks); i++) {
      const times = await inTurns(chains, i, work);
      for (const [at, ms] of times.entries()) taken[at]?.ms.push(ms);
    }
    for (const { rows, ms } of taken) {
      const values = { 'p50 ms': quantile(ms, 0.5), 'p99 ms': quantile(ms, 0.99) };
      samples.push(...toSamples({ name, rows, round }, values));
    }
  }
  return [...samples, ...(await backfillAll(chains, backfillEvents, round))];
}

/**
 * Runs one after the other, each as if alone: in memory and right after a checkpoint. Each writes the same
 * share of its ledger, so that the same share of pages was touched and logged in full before.
 */
async function backfillAll(
  chains: readonly FollowedChain[],
  events: number,
  round: number,
): Promise<Sample[]> {
  const least = Math.min(...chains.map(({ rows }) => rows));
  const first = Math.ceil(events / BACKFILL_EVENTS);
  const done = await inTurns(chains, round, async ({ rows, backfill }) => {
    const us = await backfill(Math.ceil((first * rows) / least));
    return toSamples({ name: 'a row of backfill', rows, round }, { µs: us });
  });
  return done.flat();
}
