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

test('questions are asked one after another, and more keys than are kept are refused', async () => {
  let [running, most, asked, keptMs] = [0, 0, 0, LONG_MS];
  const ask = shareFor(
    () => keptMs,
    async (key: number) => {
      asked++;
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return key;
    },
  );
  const keys = Array.from({ length: 50 }, (_, key) => key);
  const answers = await Promise.allSettled(keys.map(ask));
  expect(answers.map(({ status }) => status)).toEqual(
    keys.map((key) => (key < 8 ? 'fulfilled' : 'rejected')),
  );
  expect([most, asked]).toEqual([1, 8]);
  await expect(ask(49)).rejects.toMatchObject({ code: 'overloaded' });
  expect(await ask(0)).toBe(0);
  expect(asked).toBe(8);
});

test('a question that takes longer than its answer is kept is not asked twice, and then makes room', async () => {
  let asked = 0;
  const { promise: isUp, resolve: goUp } = Promise.withResolvers<void>();
  const ask = shareFor(
    () => 0,
    async (key: number) => {
      asked++;
      await isUp;
      return key;
    },
  );
  const waiting = [0, 0, 1, 2, 3, 4, 5, 6, 7].map(ask);
  await expect(ask(8)).rejects.toMatchObject({ code: 'overloaded' });
  goUp();
  expect(await Promise.all(waiting)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7]);
  expect([await ask(8), asked]).toEqual([8, 9]);
});
