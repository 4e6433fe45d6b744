/** Sums up growth: each figure at each size, and its ratio to the smallest. */
import { median } from '../median.ts';
import type { GrowthResult, Made, Sample } from './result.ts';

/** A ratio above this needs an explanation. */
export const MAX_RATIO = 1.3;

interface Cell {
  readonly rows: number;
  readonly value: number;
  readonly ratio: number;
}

export interface Figure {
  readonly name: string;
  /** The smallest size first. */
  readonly cells: readonly Cell[];
}

export function summarize({ made, samples }: Pick<GrowthResult, 'made' | 'samples'>): Figure[] {
  return [...summarizeSamples(samples), ...summarizeMade(made)];
}

/** Medians of the rounds. A ratio is taken within a round. */
export function summarizeSamples(samples: readonly Sample[]): Figure[] {
  const figures = Map.groupBy(samples, ({ figure }) => figure);
  return [...figures].map(([name, own]) => ({
    name,
    cells: [...Map.groupBy(own, ({ rows }) => rows)].map(([rows, each]) => ({
      rows,
      value: median(each.map(({ value }) => value)),
      ratio: median(each.map(({ value, beside }) => (beside === null ? 1 : value / beside))),
    })),
  }));
}

/** Costs that must grow with the rows are divided by them. */
const MADE: Readonly<Record<string, (made: Made) => number>> = {
  'database, bytes a row': ({ rows, databaseBytes }) => databaseBytes / rows,
  'its indexes, bytes a row': ({ rows, indexBytes }) => indexBytes / rows,
  'read model, bytes a row': ({ rows, readModelBytes }) => readModelBytes / rows,
  'loading the read model, µs a row': ({ rows, loadSeconds }) => (1e6 * loadSeconds) / rows,
  'ready after a restart, s': ({ readySeconds }) => readySeconds,
};

function summarizeMade(made: readonly Made[]): Figure[] {
  return Object.entries(MADE).map(([name, costOf]) => {
    const [smallest] = made;
    const cells = made.map((each) => {
      const value = costOf(each);
      return { rows: each.rows, value, ratio: smallest ? value / costOf(smallest) : 1 };
    });
    return { name, cells };
  });
}

/** Lists the figures that grow with the rows by more than they should. */
export function listGrowing(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ cells }) => (cells.at(-1)?.ratio ?? 1) > MAX_RATIO);
}
