/** Measures the indexer's backfill speed and memory. */
import { startLongChain } from '../long-chain/start-long-chain.ts';
import type { Part } from '../part.ts';
import { BARE, measureBackfill } from './backfill.ts';
import { measureMemory } from './memory.ts';

/** One event in eleven revokes a grant. */
const ROWS_PER_EVENT = 10 / 11;
/** The idle time before memory is read, as a multiple of the load time: the indexer frees what it no longer needs. */
const IDLE = 3;

export const indexer: Part = {
  about: 'backfill beside a bare loop, and memory with many chains',
  baseline: ({ unit }) => (unit === 's' ? { who: BARE } : null),
  async measure({ events, chains, rounds, seconds }, note) {
    const node = await startLongChain(Math.floor(events * ROWS_PER_EVENT), 0);
    try {
      for (let round = 1; round <= rounds; round++) note(await measureBackfill(node.url, round));
      note(await measureMemory(node.url, chains, IDLE * seconds));
    } finally {
      node.stop();
    }
  },
};
