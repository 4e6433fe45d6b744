import { expect, test } from 'vitest';
import { describeCeilings } from './describe-ceilings.ts';

test.each([
  [1_000, null, 'In any 10 seconds this service answers up to 1,000 requests with one key.'],
  [null, 2_000, 'In any 10 seconds this service answers up to 2,000 with all keys of this wallet together.'],
  [
    ...[1_000, 2_000],
    'In any 10 seconds this service answers up to 1,000 requests with one key, and 2,000 with all keys of this wallet together.',
  ],
] as const)('%s a key, %s an owner', (key, owner, text) => {
  expect(describeCeilings({ key, owner, seconds: 10 })).toBe(text);
});
