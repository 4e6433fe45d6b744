/** The part that measures writes, and its table. */
import { round } from './median.ts';
import type { Part } from './part.ts';
import { count, figure, ratio, rowsInWords, writeTable } from './report/markdown-table.ts';
import { measureWrites } from './writes.ts';
import { OPERATIONS, type Operation, type WritesResult } from './writes-result.ts';

/** Blocks of each kind per second of load in the other parts. */
const BLOCKS_PER_SECOND = 50;
const BACKFILLED_PER_SECOND = 10_000;

export const writes: Part = {
  about: 'what a block, a reorg and backfill cost in a small ledger and in a large one',
  async run({ sizes, rounds, seconds }, say) {
    say(`Writing to ledgers of ${sizes.join(' and ')} rows, ${rounds} rounds`);
    const [blocks, backfillEvents] = [BLOCKS_PER_SECOND * seconds, BACKFILLED_PER_SECOND * seconds];
    const result = await measureWrites({ sizes, rounds, blocks, backfillEvents }, say);
    if (sizes.length < 2) return { writes: result };
    const ratios = Object.entries(result.ratios).map(([name, each]) => [`writes ${name}`, round(each)]);
    return { writes: result, ratios: Object.fromEntries(ratios) as Record<string, number> };
  },
};

export const NAMES: Readonly<Record<Operation, string>> = {
  events1: 'a block with 1 event',
  events10: 'a block with 10 events',
  events100: 'a block with 100 events',
  empty: 'an empty block',
  mark: 'a block that is looked at again',
  rewind: 'a block that is taken back',
};

export function writeWritesTable({ medians, ratios }: WritesResult): string {
  const head = medians.flatMap(({ rows }) => [
    `p50 ms, ${rowsInWords(rows)}`,
    `p99 ms, ${rowsInWords(rows)}`,
  ]);
  const operations = OPERATIONS.map((name) => [
    NAMES[name],
    ...medians.flatMap(({ operations: { [name]: each } }) => [figure(each.p50Ms), figure(each.p99Ms)]),
    ratio(ratios[name]),
  ]);
  const backfill = medians.flatMap(({ rows, backfill: each }) => [
    `${count(each.rowsPerSecond)} rows/s at ${rowsInWords(rows)}`,
  ]);
  return `${writeTable(['', ...head, 'largest to smallest'], operations)}

Backfill: ${backfill.join(', ')}: it takes ${ratio(ratios.backfill)} times as long in the largest as in the smallest.`;
}
