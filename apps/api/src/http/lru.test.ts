import { expect, test } from 'vitest';
import { createLru } from './lru.ts';

test('it forgets what was not asked for the longest', () => {
  const lru = createLru<number>({ maxEntries: 3 });
  for (const [index, name] of ['a', 'b', 'c'].entries()) lru.set(name, index);
  lru.find('a');
  lru.set('d', 3);
  lru.set('c', 4);
  lru.set('e', 5);
  expect(['a', 'b', 'c', 'd', 'e'].map(lru.find)).toEqual([undefined, undefined, 4, 3, 5]);
  lru.delete('c');
  expect(lru.find('c')).toBeUndefined();
});
