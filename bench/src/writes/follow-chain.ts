/** Continues the chain of a ledger from its checkpoint, as the indexer does. */
import type { Random } from '@mandate/contracts';
import type { Batch, Block } from '@mandate/store';
import { clock } from '../turns.ts';
import { chooseEvents, createBatch, REPLACEABLE } from './batch.ts';
import { CHAIN_ID, type WrittenLedger, warm } from './written-ledger.ts';

/** About as many as the indexer reads at once: it requests more blocks below 1,250 logs and fewer above 5,000. */
export const BACKFILL_EVENTS = 2_500;
const BACKFILL_BLOCKS = 1_250;

export type FollowedChain = ReturnType<typeof followChain>;

/** Each step returns its duration in milliseconds. */
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
    let written = 0;
    const ms = await clock(async () => {
      const batch = await createBatch(ledger, events, { parent, blocks, state, fork: forks });
      await writer.commit(CHAIN_ID, batch);
      written = batch.begun.length + batch.ended.length;
    });
    return { ms, rows: written };
  }

  return {
    rows,
    getBlock,
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
    /** Returns the microseconds that a row costs. */
    async backfill(batches: number) {
      await warm(database);
      let [ms, written] = [0, 0];
      for (let i = 0; i < batches; i++) {
        const batch = await write(BACKFILL_EVENTS, BACKFILL_BLOCKS, 'backfilling');
        ms += batch.ms;
        written += batch.rows;
      }
      return (1000 * ms) / written;
    },
  };
}
