import { expect, test } from 'vitest';
import { readCommandLine } from './options.ts';

const read = (...args: string[]) => readCommandLine(args, ['serving', 'batch']);

test('defaults to all parts, with one and ten million rows', () => {
  expect(read()).toMatchObject({
    only: ['serving', 'batch'],
    sizes: [1_000_000, 10_000_000],
    rows: 1_000_000,
  });
  expect(read().questions).toEqual(['']);
});

test('sizes stand in their order, whatever the order they were given in', () => {
  expect(read('--rows', '200000, 50000')).toMatchObject({ sizes: [50_000, 200_000], rows: 50_000 });
});

test.each([
  { args: ['--only', 'nothing'], says: 'Unknown part "nothing".' },
  { args: ['--rows', '1e6'], says: '--rows must be a whole number above 0, not "1e6".' },
  { args: ['--rows', '1000'], says: '--rows must be at least' },
  { args: ['--seconds', '0'], says: '--seconds must be a whole number above 0, not "0".' },
  { args: ['--loud'], says: '--loud' },
])('$args is refused', ({ args, says }) => {
  expect(() => read(...args)).toThrow(says);
});

test('small ledgers do for the parts that have no lists', () => {
  expect(readCommandLine(['--only', 'list', '--rows', '1000'], ['list', 'batch']).rows).toBe(1_000);
});

test('a part that is not usual runs only when it is named', () => {
  const parts = ['serving', 'growth'];
  expect(readCommandLine([], parts, ['serving']).only).toEqual(['serving']);
  const named = readCommandLine(['--only', 'growth', '--growth-rows', '4000,2000'], parts, ['serving']);
  expect(named).toMatchObject({ only: ['growth'], growthSizes: [2_000, 4_000] });
});
