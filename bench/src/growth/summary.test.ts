import { expect, test } from 'vitest';
import type { Made, Sample } from './result.ts';
import { listGrowing, summarize, summarizeSamples } from './summary.ts';

const sample = (rows: number, round: number, value: number, beside: number | null): Sample => ({
  figure: 'check, ms',
  rows,
  round,
  value,
  beside,
});

test('a ratio is the median of the rounds, each beside the smallest ledger in the same round', () => {
  const samples = [
    ...[2, 3, 4].map((value, round) => sample(1_000, round, value, null)),
    ...[
      [6, 3],
      [40, 10],
      [8, 8],
    ].map(([value = 0, beside = 0], round) => sample(9_000, round, value, beside)),
  ];
  expect(summarizeSamples(samples)).toEqual([
    {
      name: 'check, ms',
      cells: [
        { rows: 1_000, value: 3, ratio: 1 },
        { rows: 9_000, value: 8, ratio: 2 },
      ],
    },
  ]);
});

const made = (rows: number, databaseBytes: number): Made => ({
  rows,
  databaseBytes,
  fillSeconds: 1,
  indexBytes: databaseBytes / 2,
  readModelBytes: 100 * rows,
  loadSeconds: rows / 1e6,
  readySeconds: 2,
});

test('sizes and loading are divided by the rows', () => {
  const figures = summarize({ made: [made(1_000, 1_000_000), made(2_000, 3_000_000)], samples: [] });
  expect(figures.map(({ name, cells }) => [name, ...cells.map(({ value }) => value)])).toEqual([
    ['database, bytes a row', 1_000, 1_500],
    ['its indexes, bytes a row', 500, 750],
    ['read model, bytes a row', 100, 100],
    ['loading the read model, µs a row', 1, 1],
    ['ready after a restart, s', 2, 2],
  ]);
  expect(listGrowing(figures).map(({ name }) => name)).toEqual([
    'database, bytes a row',
    'its indexes, bytes a row',
  ]);
});
