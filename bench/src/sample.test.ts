import { expect, test } from 'vitest';
import { listSizes, ratioOf, type Sample, summarize, toSamples, toSmallest } from './sample.ts';

/** One value for each round. */
const rounds = (who: string, rows: number | null, values: readonly number[]): Sample[] =>
  values.flatMap((value, i) => toSamples({ name: 'check', who, rows, round: i + 1 }, { ms: value }));

test('a value is the median of the rounds, and a ratio is taken within a round', () => {
  const samples = [...rounds('bare', null, [40, 20, 50]), ...rounds('ours', 9, [20, 15, 30])];
  expect(summarize(samples, () => ({ who: 'bare', rows: null }))).toEqual([
    { name: 'check', unit: 'ms', who: 'bare', rows: null, value: 40, ratio: 1 },
    // The median of 0.5, 0.75 and 0.6, not the ratio of the medians.
    { name: 'check', unit: 'ms', who: 'ours', rows: 9, value: 20, ratio: 0.6 },
  ]);
});

test('without a baseline in the same round there is no ratio', () => {
  const samples = rounds('ours', 9, [1, 2]);
  expect(ratioOf(samples, { who: 'ours' }, { who: 'bare' })).toBeNull();
  expect(summarize(samples, () => null)).toMatchObject([{ value: 2, ratio: null }]);
  const later = rounds('bare', null, [1, 2, 4]).slice(2);
  expect(ratioOf([...samples, ...later], { who: 'ours' }, { who: 'bare', rows: null })).toBeNull();
});

test('the smallest ledger is the baseline of the larger ones, in the rounds that it was measured beside them', () => {
  const beside = rounds('', 1_000, [2, 2, 4, 6]);
  const samples = [...beside, ...rounds('', 9_000, [9, 9, 8, 18]).slice(2)];
  expect(listSizes(samples)).toEqual([1_000, 9_000]);
  expect(summarize(samples, toSmallest)).toMatchObject([
    { rows: 1_000, ratio: 1 },
    { rows: 9_000, value: 18, ratio: 3 },
  ]);
});

test('values that are unknown are left out, and what is no number is a mistake of the bench', () => {
  expect(toSamples({ name: 'a' }, { s: null, MB: undefined, ms: 0 })).toMatchObject([
    { unit: 'ms', value: 0 },
  ]);
  expect(() => toSamples({ name: 'a' }, { kB: Number.NaN })).toThrow('"a" in kB is not a number: NaN.');
});
