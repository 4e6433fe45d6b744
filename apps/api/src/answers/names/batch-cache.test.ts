import { expect, test } from 'vitest';
import { type BatchSource, createBatchCache } from './batch-cache.ts';

/** A client has one turn for all that it asks for: the promise says whether and when. */
type Client = Promise<boolean>;
const AT_ONCE: Client = Promise.resolve(true);

function sourceOf<V>(
  nameOf: (key: string) => string,
  load: BatchSource<string, V, Client>['load'],
): BatchSource<string, V, Client> {
  return { nameOf, divide: (keys, mayAsk) => [{ keys, mayAsk }], load };
}

interface Stage {
  now: number;
  readonly loads: string[][];
}

function stage(limits: { maxEntries?: number; maxBytes?: number } = {}, unknown: readonly string[] = []) {
  const seen: Stage = { now: 0, loads: [] };
  const cache = createBatchCache<string, string, Client>(
    sourceOf(
      (key) => key.toLowerCase(),
      async (keys) => {
        seen.loads.push([...keys]);
        return keys.map((key) => (unknown.includes(key) ? undefined : `${key}!`));
      },
    ),
    {
      maxEntries: 100,
      maxBytes: 1_000,
      bytesOf: (value) => value.length,
      ttlMs: () => 10,
      now: () => seen.now,
      ...limits,
    },
  );
  const getMany = (keys: readonly string[], client = AT_ONCE) => cache.getMany(keys, client);
  return { seen, cache: { ...cache, getMany } };
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
  const { getMany } = createBatchCache<string, string, Client>(
    sourceOf(
      (key) => key,
      async (keys) => {
        if (fails) throw new Error('no');
        return keys;
      },
    ),
    { maxEntries: 9, maxBytes: 9, bytesOf: () => 1, ttlMs: () => 1e9 },
  );
  const asked = [getMany(['a', 'b'], AT_ONCE), getMany(['b'], AT_ONCE)];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await getMany(['a', 'b'], AT_ONCE)).toEqual(['a', 'b']);
});

test('a client does not wait for the turn of another one that asked for the same before', async () => {
  const { seen, cache } = stage();
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const waiting = cache.getMany(['a'], late);
  expect(await cache.getMany(['a'])).toEqual(['a!']);
  resolve(true);
  expect(await waiting).toEqual(['a!']);
  expect(seen.loads).toEqual([['a']]);
});

test('a client that may not ask knows only what is remembered', async () => {
  const { seen, cache } = stage();
  const refused = cache.getMany(['a', 'b'], Promise.resolve(false));
  expect(await refused).toEqual([undefined, undefined]);
  expect([seen.loads, cache.counts.unknown]).toEqual([[], 2]);
});
