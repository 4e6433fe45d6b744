/** Measures the indexer's backfill speed and memory. */
import { measureBackfill } from './backfill.ts';
import { startEventfulChain } from './eventful-chain.ts';
import { median, round } from './median.ts';
import { measureMemory } from './memory.ts';
import type { Part } from './part.ts';

/**
 * The idle time before memory is read, as a multiple of the load time: the indexer frees what it no longer
 * needs.
 */
const IDLE = 3;

export const indexer: Part = {
  about: 'backfill beside a bare loop, and memory with many chains',
  async run({ events, chains, rounds, seconds }, say) {
    say(`Making a local chain with ${events} events`);
    const busy = await startEventfulChain(events, (done) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} events\x1b[K`);
    });
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    try {
      say(`Backfill of ${events} events`);
      const backfill = await measureBackfill(busy, rounds);
      for (const { bareMs, indexerMs, ratio } of backfill) {
        const [bare, indexed] = [round(bareMs / 1000), round(indexerMs / 1000)];
        say(`  bare loop ${bare} s, indexer ${indexed} s, ratio ${round(ratio)}`);
      }
      const memory = await measureMemory(busy, chains, IDLE * seconds);
      say(`  indexer with ${chains} chains: ${memory.residentMb} MB (peak ${memory.peakMb} MB)`);
      const ratios = { backfillToBare: round(median(backfill.map(({ ratio }) => ratio))) };
      return { backfill, memory, ratios };
    } finally {
      await busy.stop();
    }
  },
};
