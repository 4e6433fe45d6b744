/** The part that measures writes. */

import { describeSize } from '../ledger.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import type { Part } from '../part.ts';
import { toSmallest } from '../sample.ts';
import { measureWrites } from './measure-writes.ts';
import { createWrittenLedger, type WrittenLedger } from './written-ledger.ts';

/** Blocks of each kind per second of load in the other parts. */
const BLOCKS_PER_SECOND = 50;
const BACKFILLED_PER_SECOND = 10_000;

export const writes: Part = {
  about: 'what a block, a reorg and backfill cost in a small ledger and in a large one',
  baseline: toSmallest,
  async measure({ sizes, rounds, seconds }, note) {
    const [blocks, backfillEvents] = [BLOCKS_PER_SECOND * seconds, BACKFILLED_PER_SECOND * seconds];
    const own = await startOwnPostgres();
    const ledgers: WrittenLedger[] = [];
    try {
      for (const rows of sizes) {
        const ledger = await createWrittenLedger(rows, own.url);
        ledgers.push(ledger);
        note(describeSize(ledger));
      }
      await measureWrites(ledgers, { rounds, blocks, backfillEvents }, note);
    } finally {
      for (const ledger of ledgers) await ledger.drop();
      await own.remove();
    }
  },
};
