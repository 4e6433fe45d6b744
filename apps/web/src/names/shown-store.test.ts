import { expect, test } from 'vitest';
import { createShownStore } from './shown-store.ts';

const one = { id: '1', text: 'one' };
const two = { id: '2', text: 'two' };

test('a group has members while several different ones are shown', () => {
  const store = createShownStore();
  let news = 0;
  const unsubscribe = store.subscribe(() => news++);
  const removeOne = store.add([['a', one]]);
  const removeAgain = store.add([['a', one]]);
  expect(store.list('a')).toEqual([]);
  expect(news).toBe(0);
  const removeTwo = store.add([
    ['a', two],
    ['b', two],
  ]);
  expect(store.list('a')).toEqual([one, two]);
  expect(store.list('a')).toBe(store.list('a'));
  expect(store.list('b')).toEqual([]);
  expect(news).toBe(1);
  removeOne();
  expect(store.list('a')).toEqual([one, two]);
  removeAgain();
  expect(store.list('a')).toEqual([]);
  expect(news).toBe(2);
  unsubscribe();
  removeTwo();
  expect(news).toBe(2);
});
