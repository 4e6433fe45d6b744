/** The measurements of writes: how they are taken, summarised and printed. */
import { median, quantile } from './median.ts';
import type { WrittenLedger } from './writes-ledger.ts';

/** A block with this many events, an empty one, one that is checked again, and one that is undone. */
export const OPERATIONS = ['events1', 'events10', 'events100', 'empty', 'mark', 'rewind'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Timing {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Backfill {
  readonly rowsPerSecond: number;
  /**
   * The speed right after a checkpoint, when nearly every page is logged in full. All ledgers use the same
   * number of events.
   */
  readonly firstRowsPerSecond: number;
  /** Bytes in the write-ahead log. */
  readonly walBytesPerRow: number;
}

export interface WritesRound {
  readonly rows: number;
  readonly round: number;
  readonly operations: Readonly<Record<Operation, Timing>>;
  readonly backfill: Backfill;
}

export interface WritesResult {
  readonly ledgers: readonly Pick<WrittenLedger, 'rows' | 'fillSeconds' | 'sizeBytes'>[];
  readonly measured: readonly WritesRound[];
  /** The medians of the rounds, by size. */
  readonly medians: readonly Omit<WritesRound, 'round'>[];
  /** The cost in the largest ledger relative to the smallest: medians of the ratios within a round. */
  readonly ratios: Readonly<Record<Operation | 'backfill' | 'backfillFirst', number>>;
}

/** Returns the duration in milliseconds. */
export async function clock(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function get<T>(all: readonly T[], index: number): T {
  const found = all[index];
  if (found === undefined) throw new RangeError(`There is no number ${index}.`);
  return found;
}

/** Runs the work this many times for each, one after the other. The work returns its own duration. */
export async function takeTurns<T>(
  all: readonly T[],
  count: number,
  work: (each: T) => Promise<number>,
): Promise<Timing[]> {
  const taken = all.map((each) => ({ each, ms: [] as number[] }));
  for (let i = 0; i < count; i++) {
    // Alternates the order, so that none always follows the same one.
    for (const { each, ms } of i % 2 ? taken.toReversed() : taken) ms.push(await work(each));
  }
  return taken.map(({ ms }) => ({ p50Ms: quantile(ms, 0.5), p99Ms: quantile(ms, 0.99) }));
}

export const recordOf = <Key extends string, T>(keys: readonly Key[], make: (key: Key) => T) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, T>;

export function medianOf(rows: number, measured: readonly WritesRound[]): Omit<WritesRound, 'round'> {
  const own = measured.filter((result) => result.rows === rows);
  const of = (pick: (result: WritesRound) => number) => median(own.map(pick));
  return {
    rows,
    operations: recordOf(OPERATIONS, (name) => ({
      p50Ms: of(({ operations }) => operations[name].p50Ms),
      p99Ms: of(({ operations }) => operations[name].p99Ms),
    })),
    backfill: {
      rowsPerSecond: of(({ backfill }) => backfill.rowsPerSecond),
      firstRowsPerSecond: of(({ backfill }) => backfill.firstRowsPerSecond),
      walBytesPerRow: of(({ backfill }) => backfill.walBytesPerRow),
    },
  };
}

/** The ratio of the last size to the first: higher is worse. */
export function ratiosOf(sizes: readonly number[], measured: readonly WritesRound[]): WritesResult['ratios'] {
  const [small, large] = [sizes[0], sizes.at(-1)].map((rows) =>
    measured.filter((each) => each.rows === rows),
  );
  const ratio = (costOf: (result: WritesRound) => number) =>
    median(
      (large ?? []).flatMap((of) => {
        const beside = small?.find(({ round }) => round === of.round);
        return beside ? [costOf(of) / costOf(beside)] : [];
      }),
    );
  return {
    ...recordOf(OPERATIONS, (name) => ratio(({ operations }) => operations[name].p50Ms)),
    backfill: ratio(({ backfill }) => 1 / backfill.rowsPerSecond),
    backfillFirst: ratio(({ backfill }) => 1 / backfill.firstRowsPerSecond),
  };
}

export function describe({ rows, operations, backfill }: Omit<WritesRound, 'round'>): string {
  const timings = OPERATIONS.map((name) => {
    const { p50Ms, p99Ms } = operations[name];
    return `${name} ${p50Ms.toFixed(1)}/${p99Ms.toFixed(1)}`;
  });
  const [all, first] = [backfill.rowsPerSecond, backfill.firstRowsPerSecond].map(Math.round);
  const kb = (backfill.walBytesPerRow / 1024).toFixed(1);
  return `${rows} rows, p50/p99 in ms: ${timings.join(', ')}; backfill ${all} rows/s, at first ${first}, ${kb} kB of log a row`;
}
