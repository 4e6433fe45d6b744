import { expect, test } from 'vitest';
import { readCommandLine } from './options.ts';

const read = (...args: string[]) => readCommandLine(args, ['serving', 'batch']);

test('without options it is all of it, at a million and at ten million rows', () => {
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
  { args: ['--only', 'nothing'], says: 'There is no part "nothing".' },
  { args: ['--rows', '1e6'], says: '--rows is no number: "1e6".' },
  { args: ['--rows', '1000'], says: '--rows has to be' },
  { args: ['--seconds', '0'], says: '--seconds is no number: "0".' },
  { args: ['--contenders', 'http,apache'], says: 'Nobody is called "apache".' },
  { args: ['--loud'], says: '--loud' },
])('$args is refused', ({ args, says }) => {
  expect(() => read(...args)).toThrow(says);
});

test('small ledgers do for the parts that have no lists', () => {
  expect(read('--only', 'batch', '--rows', '1000').rows).toBe(1_000);
});
