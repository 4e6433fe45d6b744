import { expect, test } from 'vitest';
import { createTally } from './tally.ts';

/** Asks nodes until the tally is decided. Each shows these differences. */
function ask(confirmations: number, ...nodes: readonly string[][]) {
  const tally = createTally<string>(confirmations);
  let asked = 0;
  for (const shown of nodes) {
    if (asked > 0 && !tally.isOpen()) break;
    tally.add(`node ${++asked}`, new Map(shown.map((each) => [each, each])));
  }
  return { asked, verdicts: Object.fromEntries(tally.list().map(({ value, verdict }) => [value, verdict])) };
}

test('two nodes confirm a difference, and the third is not asked', () => {
  expect(ask(2, ['a'], ['a'], ['a'])).toEqual({ asked: 2, verdicts: { a: 'confirmed' } });
});

test('a lie of one node is denied by two', () => {
  expect(ask(2, ['lie'], [], [])).toEqual({ asked: 3, verdicts: { lie: 'denied' } });
});

test('a liar hides nothing: the others confirm what it leaves out', () => {
  expect(ask(2, ['a'], ['lie'], ['a'])).toEqual({ asked: 3, verdicts: { a: 'confirmed', lie: 'denied' } });
});

test('one node alone, or one word against another, is reported', () => {
  expect(ask(2, ['a'])).toEqual({ asked: 1, verdicts: { a: 'reported' } });
  expect(ask(2, ['a'], [])).toEqual({ asked: 2, verdicts: { a: 'reported' } });
});

test('a higher quorum needs more nodes', () => {
  expect(ask(3, ['a'], ['a'], [], ['a'], ['a'])).toEqual({ asked: 4, verdicts: { a: 'confirmed' } });
});
