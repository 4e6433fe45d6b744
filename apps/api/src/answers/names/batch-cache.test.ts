import { expect, test } from 'vitest';
import { createBatchCache } from './batch-cache.ts';

interface Stage {
  now: number;
  readonly loads: string[][];
}

function stage(limits: { maxEntries?: number; maxBytes?: number } = {}, unknown: readonly string[] = []) {
  const seen: Stage = { now: 0, loads: [] };
  const cache = createBatchCache<string, string>(
    (key) => key.toLowerCase(),
    async (keys) => {
      seen.loads.push([...keys]);
      return keys.map((key) => (unknown.includes(key) ? undefined : `${key}!`));
    },
    {
      maxEntries: 100,
      maxBytes: 1_000,
      bytesOf: (value) => value.length,
      ttlMs: () => 10,
      now: () => seen.now,
      ...limits,
    },
  );
  return { seen, cache };
}

test('asks once for all that are missing, in the order of the keys', async () => {
  const { seen, cache } = stage();
  expect(await cache.getMany(['a', 'b', 'A'])).toEqual(['a!', 'b!', 'a!']);
  expect(await cache.getMany(['c', 'b'])).toEqual(['c!', 'b!']);
  expect(seen.loads).toEqual([['a', 'b'], ['c']]);
  expect(cache.counts).toEqual({ cached: 2, asked: 3, unknown: 0 });
  expect(cache.bytes()).toBe(6);
});

test('requests of the same moment share a question', async () => {
  const { seen, cache } = stage();
  const answers = await Promise.all([cache.getMany(['a', 'b']), cache.getMany(['b', 'c'])]);
  expect(answers).toEqual([
    ['a!', 'b!'],
    ['b!', 'c!'],
  ]);
  expect(seen.loads).toEqual([['a', 'b'], ['c']]);
});

test('forgets an answer after its time', async () => {
  const { seen, cache } = stage();
  await cache.getMany(['a']);
  seen.now = 9;
  await cache.getMany(['a']);
  seen.now = 10;
  await cache.getMany(['a']);
  expect(seen.loads).toEqual([['a'], ['a']]);
});

test('does not remember what is unknown', async () => {
  const { seen, cache } = stage({}, ['a']);
  expect(await cache.getMany(['a', 'b'])).toEqual([undefined, 'b!']);
  await cache.getMany(['a', 'b']);
  expect(seen.loads).toEqual([['a', 'b'], ['a']]);
  expect(cache.counts.unknown).toBe(2);
});

test('forgets what was not asked for the longest, by number and by bytes', async () => {
  const few = stage({ maxEntries: 2 });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await few.cache.getMany([key]);
  expect(few.seen.loads.flat()).toEqual(['a', 'b', 'c', 'b']);
  const small = stage({ maxBytes: 10 });
  for (const key of ['aaaa', 'bbbb', 'cccc', 'bbbb', 'aaaa']) await small.cache.getMany([key]);
  expect(small.seen.loads.flat()).toEqual(['aaaa', 'bbbb', 'cccc', 'aaaa']);
});

test('a failure reaches all who wait, and is not remembered', async () => {
  let fails = true;
  const cache = createBatchCache<string, string>(
    (key) => key,
    async (keys) => {
      if (fails) throw new Error('no');
      return keys;
    },
    { maxEntries: 9, maxBytes: 9, bytesOf: () => 1, ttlMs: () => 1e9 },
  );
  const asked = [cache.getMany(['a', 'b']), cache.getMany(['b'])];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await cache.getMany(['a', 'b'])).toEqual(['a', 'b']);
});
