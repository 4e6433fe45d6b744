import { expect, test } from 'vitest';
import { describeCounts } from './ledger-lines.ts';

test('one row is not "1 rows"', () => {
  expect(describeCounts({ rows: 1, blocks: 2 })).toBe('1 row and 2 blocks');
  expect(describeCounts({ rows: 0, blocks: 1 })).toBe('0 rows and 1 block');
});
