import { readSeed, size } from '@mandate/testing/size';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from './pack.ts';

const seed = readSeed('pack');

test('what JSON has written and read is the same, numbers beyond 2^53 included', () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree')),
      fc.dictionary(
        fc.string().filter((name) => !['bigint', '__proto__'].includes(name)),
        tie('tree'),
      ),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(unpack(JSON.parse(JSON.stringify(pack(value))))).toEqual(value);
    }),
    { seed, numRuns: size(200, 5_000) },
  );
});
