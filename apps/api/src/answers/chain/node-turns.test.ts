/** Decides which client gets the calls of a node when there are more than it takes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNodeMeter, type NodeUse } from './node-meter.ts';
import { createNodeTurns } from './node-turns.ts';

const PER_SECOND = 20;
beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

/** A node, and clients that ask it all the time. */
function createStage(perSecond: number | null = PER_SECOND) {
  const turns = createNodeTurns(Date.now);
  const meters = [createNodeMeter(perSecond, Date.now)];
  const started: { readonly who: string; readonly use: NodeUse; readonly at: number }[] = [];
  let refused = 0;

  async function ask(who: string, use: NodeUse = 'claims', lanes: readonly string[] = [who]): Promise<void> {
    await turns.wait({ chainId: 1, quorum: 1, meters, use, lanes, units: 1 }).then(
      () => started.push({ who, use, at: Date.now() }),
      () => refused++,
    );
  }
  /** Keeps so many questions of a client waiting. */
  function keepAsking(atOnce: number, ...asked: Parameters<typeof ask>): void {
    for (let i = 0; i < atOnce; i++) void ask(...asked).then(() => keepAsking(1, ...asked));
  }
  const count = (who: string, from: number, to: number) =>
    started.filter((each) => each.who === who && each.at > from && each.at <= to).length;
  /** The most that a client got in any second after a time. */
  const countMost = (who: string, after = 0) =>
    Math.max(...started.filter(({ at }) => at > after + 1_000).map(({ at }) => count(who, at - 1_000, at)));
  return { ask, keepAsking, count, countMost, started, refused: () => refused };
}

const run = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test.each([
  ['claims', 0.9, 1],
  ['proofs', 0.9, 1],
  ['names', 0.5, 0.5],
] as const)('a client alone that asks for %s gets its part of every second', async (use, min, max) => {
  const { keepAsking, countMost, started } = createStage();
  keepAsking(30, 'alone', use);
  await run(10_000);
  expect(started.length).toBeGreaterThanOrEqual(10 * min * PER_SECOND);
  expect(countMost('alone')).toBeLessThanOrEqual(max * PER_SECOND);
});

test('no client has more than a quarter while others wait', async () => {
  const { keepAsking, count, countMost } = createStage();
  keepAsking(40, 'greedy');
  await run(2_000);
  for (const who of ['a', 'b', 'c']) keepAsking(5, who);
  await run(3_000);
  const all = ['greedy', 'a', 'b', 'c'];
  for (const who of all) expect(countMost(who, 3_000)).toBeLessThanOrEqual(PER_SECOND / 4);
  const sum = all.reduce((total, who) => total + count(who, 3_000, 5_000), 0);
  expect(sum).toBeGreaterThanOrEqual(2 * 0.9 * PER_SECOND);
});

test('a client that asks now and then waits for a moment only, however much another one asks', async () => {
  const { ask, keepAsking, started } = createStage();
  keepAsking(40, 'greedy');
  await run(1_500);
  for (let i = 0; i < 10; i++) {
    const askedAt = Date.now();
    void ask('honest');
    await run(330);
    expect((started.findLast(({ who }) => who === 'honest')?.at ?? Infinity) - askedAt).toBeLessThan(200);
  }
});

test('many keys of one address count together', async () => {
  const { keepAsking, countMost } = createStage();
  for (let i = 0; i < 20; i++) keepAsking(2, 'greedy', 'claims', [`owner ${i}`, '203.0.113.9']);
  for (const who of ['a', 'b', 'c']) keepAsking(5, who);
  await run(3_000);
  expect(countMost('greedy')).toBeLessThanOrEqual(PER_SECOND / 4);
});

test('names get what claims and proofs leave, unless these come from a client above its share', async () => {
  const { keepAsking, count } = createStage();
  keepAsking(10, 'names', 'names');
  for (const who of ['a', 'b', 'c']) keepAsking(5, who);
  keepAsking(5, 'd', 'proofs');
  await run(3_000);
  expect(count('names', 0, 3_000)).toBe(0);
  const greedy = createStage();
  greedy.keepAsking(40, 'greedy');
  greedy.keepAsking(5, 'names', 'names');
  await run(3_000);
  expect(greedy.count('names', 4_000, 6_000)).toBeGreaterThanOrEqual((2 * PER_SECOND) / 4);
});

test('whoever waits for two seconds is refused', async () => {
  const { ask, started, refused } = createStage(1);
  for (let i = 0; i < 4; i++) void ask('a');
  await run(1_999);
  expect([started.length, refused()]).toEqual([2, 0]);
  await run(1);
  expect([started.length, refused()]).toEqual([2, 2]);
});

test('a node without a limit gets every claim at once, and names at a limited pace', async () => {
  const { ask, keepAsking, started } = createStage(null);
  for (let i = 0; i < 500; i++) void ask('a');
  keepAsking(200, 'b', 'names');
  await run(900);
  expect(started.filter(({ use }) => use === 'claims')).toHaveLength(500);
  expect(started.filter(({ use }) => use === 'names')).toHaveLength(50);
});
