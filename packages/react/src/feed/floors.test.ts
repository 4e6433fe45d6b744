import { expect, test } from 'vitest';
import { createFloors } from './floors.ts';

const move = (block: number, undone = false) => ({ chainId: 1, from: '', to: '', block, undone });

test('a floor rises with the blocks, and falls below a block that a reorg removed', () => {
  const floors = createFloors();
  expect(floors.of(1)).toBeUndefined();
  floors.move(move(9));
  floors.move(move(7));
  expect([floors.of(1), floors.of(10)]).toEqual([9, undefined]);
  floors.move(move(8, true));
  expect(floors.of(1)).toBe(7);
  floors.move(move(9));
  expect(floors.of(1)).toBe(9);
});
