import { encodeAbiParameters, size } from 'viem';
import { expect, test } from 'vitest';
import { listMoreWindows } from './tokens.ts';

const METADATA = encodeAbiParameters([{ type: 'string' }], [`data:application/json,${' '.repeat(40_000)}`]);
const first = { type: 'returned', length: size(METADATA), bytes: METADATA } as const;

test('the rest of long metadata is read, unless the contract used more than half of its gas', () => {
  expect(listMoreWindows([first])).toEqual([1]);
  expect(listMoreWindows([{ ...first, isCostly: true }])).toEqual([]);
});
