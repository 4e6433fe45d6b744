import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

test('each round begins with another one, and the results keep their order', async () => {
  const order: string[] = [];
  const measure = async (each: string) => {
    order.push(each);
    return each.toUpperCase();
  };
  expect(await inTurns(['a', 'b', 'c'], 0, measure)).toEqual(['A', 'B', 'C']);
  expect(await inTurns(['a', 'b', 'c'], 4, measure)).toEqual(['A', 'B', 'C']);
  expect(order.join('')).toBe('abcbca');
  expect(await inTurns([], 1, measure)).toEqual([]);
});
