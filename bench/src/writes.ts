/** Measures writes in a small and a large ledger: blocks at the head, reorgs and backfill, in turns. */
import { createRandom, type Random } from '@mandate/contracts';
import type { Batch, Block } from '@mandate/store';
import { startOwnPostgres } from './own-postgres.ts';
import { chooseEvents, createBatch, REPLACEABLE } from './writes-batch.ts';
import { CHAIN_ID, createWrittenLedger, type WrittenLedger, warm } from './writes-ledger.ts';
import {
  type Backfill,
  clock,
  describe,
  get,
  medianOf,
  OPERATIONS,
  type Operation,
  ratiosOf,
  recordOf,
  type Timing,
  takeTurns,
  type WritesResult,
  type WritesRound,
} from './writes-result.ts';

export interface WritesOptions {
  /** The rows of each ledger. Ratios compare the last with the first. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Per kind of block and round. */
  readonly blocks?: number;
  /** Events backfilled per round into the smallest ledger. Larger ledgers get proportionally more. */
  readonly backfillEvents?: number;
  /**
   * The PostgreSQL server for the ledgers. Without it, one is started with the settings for a large ledger.
   */
  readonly server?: string | undefined;
}

type Say = (line: string) => void;

/**
 * About as many as the indexer reads at once: it requests more blocks below 1,250 logs and fewer above 5,000.
 */
const BACKFILL_EVENTS = 2_500;
const BACKFILL_BLOCKS = 1_250;

export async function measureWrites(options: WritesOptions, say: Say): Promise<WritesResult> {
  const own = options.server ? null : await startOwnPostgres();
  const ledgers: WrittenLedger[] = [];
  try {
    for (const rows of options.sizes) {
      const ledger = await createWrittenLedger(rows, own?.url ?? options.server);
      ledgers.push(ledger);
      const gb = (ledger.sizeBytes / 2 ** 30).toFixed(1);
      say(`  a ledger of ${rows} rows, ${gb} GB, made in ${Math.round(ledger.fillSeconds)} s`);
    }
    return await measureLedgers(ledgers, options, say);
  } finally {
    for (const ledger of ledgers) await ledger.drop();
    await own?.remove();
  }
}

export async function measureLedgers(
  ledgers: readonly WrittenLedger[],
  options: Omit<WritesOptions, 'sizes' | 'server'>,
  say: Say,
): Promise<WritesResult> {
  const measured: WritesRound[] = [];
  // The first round warms up connections and caches.
  for (let round = 0; round <= options.rounds; round++) {
    const results = await measureRound(ledgers, round, options);
    if (round === 0) continue;
    measured.push(...results);
    for (const result of results) say(`  ${describe(result)}`);
  }
  const sizes = ledgers.map(({ rows }) => rows);
  return {
    ledgers: ledgers.map(({ rows, fillSeconds, sizeBytes }) => ({ rows, fillSeconds, sizeBytes })),
    measured,
    medians: sizes.map((rows) => medianOf(rows, measured)),
    ratios: ratiosOf(sizes, measured),
  };
}

async function measureRound(
  ledgers: readonly WrittenLedger[],
  round: number,
  { blocks = 200, backfillEvents = 50_000 }: Pick<WritesOptions, 'blocks' | 'backfillEvents'>,
): Promise<WritesRound[]> {
  const chains = ledgers.map((ledger) => followChain(ledger, createRandom(round + 1)));
  // Alternates block by block, so that other work on the machine affects all equally.
  const inTurns = (count: number, work: (chain: FollowedChain) => Promise<number>) =>
    takeTurns(chains, count, work);
  // PostgreSQL logs a page in full when it is first touched after a checkpoint. Real blocks come so slowly
  // that nearly every touch is the first, in small ledgers too. Without this, all pages of a small ledger
  // would soon have been touched.
  const head = async (count: number, events: number) => {
    await ledgers[0]?.database.query('checkpoint');
    return inTurns(count, (chain) => chain.take(events));
  };
  const timings: Record<Operation, readonly Timing[]> = {
    events1: await head(blocks, 1),
    events10: await head(blocks, 10),
    events100: await head(Math.ceil(blocks / 5), 100),
    empty: await inTurns(blocks, (chain) => chain.take(0)),
    mark: await inTurns(blocks, (chain) => chain.mark()),
    rewind: await inTurns(blocks, async (chain) => {
      await chain.take(10);
      return chain.rewind();
    }),
  };
  const backfills = await backfillAll(chains, backfillEvents, round);
  return ledgers.map(({ rows }, i) => ({
    rows,
    round,
    operations: recordOf(OPERATIONS, (name) => get(timings[name], i)),
    backfill: get(backfills, i),
  }));
}

/**
 * Runs one after the other, each as if alone: in memory and right after a checkpoint. Each writes the same
 * share of its ledger, so that the same share of pages was touched and logged in full before.
 */
async function backfillAll(
  chains: readonly FollowedChain[],
  events: number,
  round: number,
): Promise<Backfill[]> {
  const inOrder = <T>(all: readonly T[]) => (round % 2 ? all.toReversed() : [...all]);
  const least = Math.min(...chains.map(({ rows }) => rows));
  const first = Math.ceil(events / BACKFILL_EVENTS);
  const done: Backfill[] = [];
  for (const chain of inOrder(chains)) {
    done.push(await chain.backfill(first, Math.ceil((first * chain.rows) / least)));
  }
  return inOrder(done);
}

type FollowedChain = ReturnType<typeof followChain>;

/** Continues a chain from its checkpoint and returns the duration of each step in milliseconds. */
export function followChain(ledger: WrittenLedger, random: Random) {
  const { rows, database, writer } = ledger;
  let forks = 0;

  async function getBlock(): Promise<Block> {
    const checkpoint = await writer.findCheckpoint(CHAIN_ID);
    if (!checkpoint) throw new Error('The chain is gone.');
    return checkpoint.block;
  }

  async function write(count: number, blocks: number, state: Batch['state']) {
    const events = chooseEvents(rows, count, random);
    const parent = await getBlock();
    const startedAt = performance.now();
    const batch = await createBatch(ledger, events, { parent, blocks, state, fork: forks });
    await writer.commit(CHAIN_ID, batch);
    return { ms: performance.now() - startedAt, rows: batch.begun.length + batch.ended.length };
  }

  async function readWalBytes(): Promise<number> {
    const { rows: lsn } = await database.query<{ bytes: bigint }>(
      `select pg_current_wal_insert_lsn() - '0/0' as bytes`,
    );
    return Number(lsn[0]?.bytes);
  }

  return {
    rows,
    /** Writes one block with this many events. */
    take: async (events: number) => (await write(events, 1, 'following')).ms,
    async mark() {
      const block = await getBlock();
      const marks = { head: block.number, safe: block.number - 1, finalized: block.number - REPLACEABLE };
      return clock(() => writer.mark(CHAIN_ID, block, marks, 'following'));
    },
    /** Undoes the newest block. */
    async rewind() {
      const [parent, before] = await writer.listReplaceable(CHAIN_ID);
      if (!parent || !before) throw new Error('There is nothing to go back to.');
      forks++;
      return clock(() => writer.rewind(CHAIN_ID, parent, before));
    },
    async backfill(firstBatches: number, batches: number): Promise<Backfill> {
      await warm(database);
      const before = await readWalBytes();
      const written: { ms: number; rows: number }[] = [];
      for (let i = 0; i < batches; i++) {
        written.push(await write(BACKFILL_EVENTS, BACKFILL_BLOCKS, 'backfilling'));
      }
      const walBytes = (await readWalBytes()) - before;
      const sum = (pick: (batch: { ms: number; rows: number }) => number, of = written) =>
        of.reduce((total, batch) => total + pick(batch), 0);
      const rate = (of: typeof written) => (1000 * sum(({ rows }) => rows, of)) / sum(({ ms }) => ms, of);
      return {
        rowsPerSecond: rate(written),
        firstRowsPerSecond: rate(written.slice(0, firstBatches)),
        walBytesPerRow: walBytes / sum(({ rows }) => rows),
      };
    },
  };
}
