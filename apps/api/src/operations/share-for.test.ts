import { expect, test } from 'vitest';
import { shareFor } from './share-for.ts';

const LONG_MS = 60_000;

test('callers of a time share an answer, each key its own', async () => {
  let asked = 0;
  const ask = shareFor(
    () => LONG_MS,
    async (key: string) => `${key}${++asked}`,
  );
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a1', 'a1', 'b2']);
  expect(await ask('a')).toBe('a1');
});

test('an answer is asked for again after its time, and a failure at once', async () => {
  let asked = 0;
  const ask = shareFor(
    () => 0,
    async (_: string) => ++asked,
  );
  expect([await ask('a'), await ask('a')]).toEqual([1, 2]);
  let isDown = true;
  const failing = shareFor(
    () => LONG_MS,
    async (_: string) => {
      if (isDown) throw new Error('The database is away.');
      return 'up';
    },
  );
  await expect(failing('a')).rejects.toThrow('away');
  isDown = false;
  expect(await failing('a')).toBe('up');
});

test('questions are asked one after another, and few answers are kept', async () => {
  let [running, most, asked] = [0, 0, 0];
  const ask = shareFor(
    () => LONG_MS,
    async (key: number) => {
      asked++;
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return key;
    },
  );
  const keys = Array.from({ length: 50 }, (_, key) => key);
  expect(await Promise.all(keys.map(ask))).toEqual(keys);
  expect([most, asked]).toEqual([1, 50]);
  await ask(49);
  expect(asked).toBe(50);
  await ask(0);
  expect(asked).toBe(51);
});
