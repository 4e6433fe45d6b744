import { createRandom } from '@mandate/contracts';
import { expect, test } from 'vitest';
import { CHECK, listKnown } from './questions.ts';

test('checks are about rows of the ledger, half of them about another wallet', () => {
  const random = createRandom(1);
  const paths = new Set(Array.from({ length: 500 }, () => CHECK.choose(7, random).path));
  // Rows 2 and 7 grant tokens.
  expect(paths.size).toBe(4);
});

test.each([7, 8, 22, 26, 2_000])('known answers are about the newest row of %i that stands', (rows) => {
  const [yes, no, list] = listKnown(rows).map(({ path }) => path);
  expect(yes).toContain('/check/erc721?delegate=0xbb');
  expect(no).not.toBe(yes);
  expect(list).toContain('/registry/v2/0xbb');
});
