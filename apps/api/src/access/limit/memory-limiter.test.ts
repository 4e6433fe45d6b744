import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLimiter, type Limiter } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { ANONYMOUS, type Bucket, type Decision } from './window.ts';

/** Times between requests: bursts, a trickle, and the edges of the window. */
const gapMs = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(0, 0.25, 1) },
  { weight: 4, arbitrary: fc.double({ min: 0, max: 900, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(9_999.75, 10_000, 10_000.25, 20_000, 60_000) },
);
/** Draws the cost of a request: one, but for batches, up to all that a client may ask. */
const units = fc.oneof(
  { weight: 8, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 25 }) },
);
const schedule = fc.array(fc.tuple(gapMs, fc.constantFrom('a', 'b', 'c'), units), {
  minLength: 30,
  maxLength: 400,
});

/** The rule, word by word: every request is kept, and counted again each time. */
function createModel() {
  const admitted = new Map<string, number[]>();
  return (client: string, cost: number, nowMs: number): Decision => {
    const all = admitted.get(client) ?? [];
    const countedAt = (time: number) => all.filter((each) => time - each < 10_000);
    const isAdmitted = countedAt(nowMs).length + cost <= 25;
    // There is room for it when the first of these has left the window that leaves enough.
    const left = countedAt(nowMs).find((_, i, counted) => counted.length - (i + 1) + cost <= 25);
    if (isAdmitted) for (let i = 0; i < cost; i++) all.push(nowMs);
    admitted.set(client, all);
    const counted = countedAt(nowMs);
    const waitFor = (time = 0) => 10_000 - (nowMs - time);
    return {
      admitted: isAdmitted,
      remaining: 25 - counted.length,
      waitMs: waitFor(counted[0]),
      retryMs: isAdmitted ? 0 : waitFor(left),
    };
  };
}

describe('the window in memory', () => {
  test('admits what the rule admits, at every moment', () => {
    fc.assert(
      fc.property(schedule, (requests) => {
        const limiter = createMemoryLimiter();
        const decide = createModel();
        let nowMs = 0;
        for (const [gap, client, cost] of requests) {
          nowMs += gap;
          const expected = decide(client, cost, nowMs);
          const seen = limiter.look(client, cost, nowMs);
          expect(seen.admitted ? null : seen).toEqual(expected.admitted ? null : expected);
          expect(limiter.admit(client, cost, nowMs)).toEqual(expected);
          expect(expected.waitMs).toBeGreaterThan(0);
          expect(expected.waitMs).toBeLessThanOrEqual(10_000);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('26 admitted units are never within 10 seconds', () => {
    fc.assert(
      fc.property(schedule, (requests) => {
        const limiter = createMemoryLimiter();
        const times: number[] = [];
        let nowMs = 0;
        for (const [gap, , cost] of requests) {
          nowMs += gap;
          if (limiter.admit('a', cost, nowMs).admitted) times.push(...new Array<number>(cost).fill(nowMs));
        }
        for (const [i, time] of times.entries()) {
          expect((times[i + 25] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(10_000);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what costs several is admitted whole or not at all, and no earlier than told', () => {
    const limiter = createMemoryLimiter();
    for (let i = 0; i < 20; i++) expect(limiter.admit('a', 1, i * 100).admitted).toBe(true);
    const refused = { admitted: false, remaining: 5, waitMs: 8_000, retryMs: 8_200 };
    // Five are free; of the eight it costs, the three oldest have to leave.
    expect(limiter.admit('a', 8, 2_000)).toEqual(refused);
    expect(limiter.admit('a', 8, 10_199).admitted).toBe(false);
    expect(limiter.admit('a', 8, 10_200)).toMatchObject({ admitted: true, remaining: 0 });
    expect(limiter.admit('b', 25, 0)).toEqual({ admitted: true, remaining: 0, waitMs: 10_000, retryMs: 0 });
  });

  test('who waits as long as told is admitted, and no earlier', () => {
    const limiter = createMemoryLimiter();
    for (let i = 0; i < 25; i++) expect(limiter.admit('a', 1, i).admitted).toBe(true);
    const { admitted, retryMs } = limiter.admit('a', 1, 1_000);
    expect([admitted, retryMs]).toEqual([false, 9_000]);
    expect(limiter.admit('a', 1, 9_999).admitted).toBe(false);
    expect(limiter.admit('a', 1, 10_000).admitted).toBe(true);
    expect(limiter.admit('a', 1, 10_000).admitted).toBe(false);
  });

  test('a million addresses do not fill the memory', () => {
    const limiter = createMemoryLimiter(1_000);
    for (let i = 0; i < 1_000_000; i++) {
      limiter.admit(`${i}`, 1, i / 1_000);
      if (limiter.size() > 2_000) expect.fail(`${limiter.size()} clients are remembered.`);
    }
  });

  test('what counts no more is forgotten', () => {
    const limiter = createMemoryLimiter();
    for (let i = 0; i < 1_000; i++) limiter.admit(`${i}`, 1, i);
    limiter.admit('last', 1, 30_000);
    expect(limiter.size()).toBe(1);
  });
});

describe('Redis and memory', () => {
  /** A Redis that has forgotten everything, and whose answers take a moment. */
  function createForgetful() {
    let isCounting = true;
    let isGone = false;
    return {
      isCounting: () => isCounting,
      admit: async () => (isGone ? null : [{ admitted: true, remaining: 24, waitMs: 10_000, retryMs: 0 }]),
      breakNow: () => {
        isGone = true;
      },
      lose: () => {
        isCounting = false;
      },
    };
  }

  async function admitOne(limiter: Limiter, units: number, whole?: number): Promise<Decision> {
    const [decision] = await limiter.admit([{ id: 'a', policy: ANONYMOUS }], units, whole);
    return decision ?? expect.fail('There is no decision.');
  }

  async function admitted(limiter: Limiter, requests: number): Promise<number> {
    let count = 0;
    for (let i = 0; i < requests; i++) if ((await admitOne(limiter, 1)).admitted) count++;
    return count;
  }

  test('no process admits more than the limit, whatever Redis has forgotten', async () => {
    const redis = createForgetful();
    const limiter = createLimiter(createMemoryLimiter(), redis, () => 0);
    expect(await admitted(limiter, 100)).toBe(25);
  });

  test('when Redis goes, what it has admitted still counts', async () => {
    const redis = createForgetful();
    const limiter = createLimiter(createMemoryLimiter(), redis, () => 0);
    expect(await admitted(limiter, 10)).toBe(10);
    redis.breakNow();
    expect(await admitted(limiter, 10)).toBe(10);
    redis.lose();
    expect(await admitted(limiter, 10)).toBe(5);
  });

  test('what costs several counts as several, wherever it was counted', async () => {
    const redis = createForgetful();
    const limiter = createLimiter(createMemoryLimiter(), redis, () => 0);
    expect((await admitOne(limiter, 15)).admitted).toBe(true);
    expect((await admitOne(limiter, 11)).admitted).toBe(false);
    redis.lose();
    expect((await admitOne(limiter, 11)).admitted).toBe(false);
    expect((await admitOne(limiter, 10)).admitted).toBe(true);
    expect(await admitOne(limiter, 1)).toMatchObject({ admitted: false, remaining: 0 });
  });

  test('of what several units wait for, Redis knows more, until all that counts is known here', async () => {
    const asked: number[] = [];
    const knowing = {
      isCounting: () => true,
      async admit(_: unknown, units: number) {
        asked.push(units);
        if (units === 1) return [{ admitted: true, remaining: 0, waitMs: 10_000, retryMs: 0 }];
        return [{ admitted: false, remaining: 0, waitMs: 1_000, retryMs: 9_000 }];
      },
    };
    let nowMs = 0;
    const limiter = createLimiter(createMemoryLimiter(), knowing, () => nowMs++);
    expect(await admitted(limiter, 20)).toBe(20);
    expect(await admitOne(limiter, 9)).toMatchObject({ admitted: false, retryMs: 9_000 });
    expect(await admitted(limiter, 5)).toBe(5);
    expect((await admitOne(limiter, 9)).retryMs).toBeLessThan(10_000);
    expect((await admitOne(limiter, 1, 25)).retryMs).toBeGreaterThan(9_990);
    expect(asked.filter((units) => units > 1)).toEqual([9]);
  });

  test('the refusal of a part says when the whole would be admitted', async () => {
    let nowMs = 0;
    const limiter = createLimiter(createMemoryLimiter(), null, () => nowMs);
    await admitOne(limiter, 1);
    nowMs = 4_000;
    expect(await admitOne(limiter, 1, 25)).toMatchObject({ admitted: true });
    // The 24 others would fit when the first has left, but asked again it is 25: the second has to leave, too.
    expect(await admitOne(limiter, 24, 25)).toMatchObject({
      admitted: false,
      remaining: 23,
      retryMs: 10_000,
    });
    nowMs = 13_999;
    expect((await admitOne(limiter, 25)).admitted).toBe(false);
    nowMs = 14_000;
    expect((await admitOne(limiter, 25)).admitted).toBe(true);
  });

  test('what Redis refuses is not counted here', async () => {
    const refusing = {
      isCounting: () => true,
      admit: async () => [{ admitted: false, remaining: 0, waitMs: 1, retryMs: 1 }],
    };
    const memory = createMemoryLimiter();
    const limiter = createLimiter(memory, refusing, () => 0);
    expect(await admitted(limiter, 100)).toBe(0);
    expect(memory.size()).toBe(0);
  });

  test('a request that one bucket refuses is counted under none', async () => {
    const key = { id: 'key:1', policy: { name: 'key', limit: 30 } } as const;
    const owner = { id: 'owner:a', policy: { name: 'owner', limit: 40 } } as const;
    const other = { id: 'key:2', policy: { name: 'key', limit: 30 } } as const;
    const limiter = createLimiter(createMemoryLimiter(), null, () => 0);
    const left = async (buckets: readonly Bucket[], units: number) =>
      (await limiter.admit(buckets, units)).map(({ admitted, remaining }) => [admitted, remaining]);
    expect(await left([key, owner], 25)).toEqual([
      [true, 5],
      [true, 15],
    ]);
    // The key has no room: its owner loses nothing by it.
    expect(await left([key, owner], 6)).toEqual([
      [false, 5],
      [true, 15],
    ]);
    // Neither does another key, when the owner has none.
    expect(await left([other, owner], 16)).toEqual([
      [true, 30],
      [false, 15],
    ]);
    expect(await left([other, owner], 15)).toEqual([
      [true, 15],
      [true, 0],
    ]);
    expect(await left([key], 5)).toEqual([[true, 0]]);
  });
});
