import { expect, test } from 'vitest';
import { createLeastBlocks } from './least-blocks.ts';

const move = (block: number, undone = false) => ({ chainId: 1, from: '', to: '', block, undone });

test('a floor rises with the blocks, and falls below a block that a reorg removed', () => {
  const floors = createLeastBlocks();
  expect(floors.of(1)).toBeUndefined();
  floors.begin([{ chainId: 1, block: 8 }]);
  expect([floors.of(1), floors.ofChanges(1)]).toEqual([8, undefined]);
  floors.move(move(9));
  floors.move(move(7));
  expect([floors.of(1), floors.of(10), floors.ofChanges(1)]).toEqual([9, undefined, 9]);
  floors.move(move(8, true));
  expect([floors.of(1), floors.ofChanges(1)]).toEqual([7, 7]);
  floors.move(move(9));
  expect(floors.of(1)).toBe(9);
});
