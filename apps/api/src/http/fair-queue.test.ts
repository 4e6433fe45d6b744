import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createFairQueue, takeTurns } from './fair-queue.ts';

afterEach(() => vi.useRealTimers());

/** Work that ends when it is told to, and the order in which it began. */
function createWork(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (lane: string, name = lane) =>
    queue(lane, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endNext = async () => {
    ends.shift()?.();
    await nextTurn();
  };
  return { begun, run, endNext };
}

test('a client with eighty requests delays another by one turn', async () => {
  const { begun, run, endNext } = createWork(createFairQueue({ places: 1, maxOfLane: 1 }));
  const all = Array.from({ length: 80 }, () => run('greedy'));
  all.push(run('honest'));
  expect(begun).toEqual(['greedy']);
  await endNext();
  expect(begun).toEqual(['greedy', 'honest']);
  for (let i = 0; i < 80; i++) await endNext();
  await Promise.all(all);
  expect(begun).toHaveLength(81);
});

test('clients are served in turn, each in the order in which it asked', async () => {
  const { begun, run, endNext } = createWork(createFairQueue({ places: 1, maxOfLane: 1 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name.slice(0, 1), name));
  for (let i = 0; i < 6; i++) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('one client never takes all places, several clients do', async () => {
  const { begun, run, endNext } = createWork(createFairQueue({ places: 3, maxOfLane: 2 }));
  const all = Array.from({ length: 4 }, () => run('greedy'));
  expect(begun).toEqual(['greedy', 'greedy']);
  all.push(run('honest'));
  expect(begun).toEqual(['greedy', 'greedy', 'honest']);
  all.push(run('third'));
  expect(begun).toHaveLength(3);
  for (let i = 0; i < 6; i++) await endNext();
  await Promise.all(all);
});

test('work that fails frees its place', async () => {
  const queue = createFairQueue({ places: 1, maxOfLane: 1 });
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue('a', async () => 'served')).toBe('served');
});

test('a request that has waited for five seconds is refused, and takes no turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { begun, run, endNext } = createWork(createFairQueue({ places: 1, maxOfLane: 1 }));
  const first = run('a');
  const late = run('b');
  vi.advanceTimersByTime(5_000);
  await expect(late).rejects.toMatchObject({ code: 'overloaded' });
  await endNext();
  await first;
  expect(begun).toEqual(['a']);
});

test('a reader that takes turns asks the same', async () => {
  const lanes: string[] = [];
  const reader = takeTurns({ double: async (n: number) => 2 * n }, (lane, work) => {
    lanes.push(lane);
    return work();
  });
  expect(await reader('a').double(21)).toBe(42);
  expect(lanes).toEqual(['a']);
});
