import { setTimeout as delay } from 'node:timers/promises';
import { readChains } from '@mandate/config';
import { OverBudgetError } from '@mandate/nodes';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Step } from '../follow/following.ts';
import { createBudget } from './budget.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const block = { number: 1_000, hash: '0x01', timestamp: 0 } as const;
const AT_HEAD = { head: 1_000, safe: 990, finalized: 980 };
const FAR_FROM_HEAD = { head: 90_000, safe: 89_000, finalized: 88_000 };

/** Creates chains of one account, with a clock that moves only when a test moves it. */
function open(
  callsPerMonth: number,
  { ids = [1], start = '2026-06-01T00:00:00Z', callsPerSecond = 0, used = 0 } = {},
) {
  const fields = { label: 'provider', callsPerMonth, ...(callsPerSecond > 0 ? { callsPerSecond } : {}) };
  const chains = readChains({
    CHAINS: JSON.stringify(
      Object.fromEntries(
        ids.map((id) => [id, { nodes: [{ url: `https://node-${id}.example/key`, ...fields }] }]),
      ),
    ),
  });
  const lines: { level: number; msg: string }[] = [];
  let time = Date.parse(start);
  let month = used;
  const waits = new Map<number, { ms: number; due: number }>();
  const budget = createBudget(chains, {
    countMonth: () => month,
    log: pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }),
    signal: new AbortController().signal,
    now: () => time,
  });
  const chainOf = (id: number) => {
    const chain = chains.find(({ chainId }) => chainId === id);
    const node = chain?.nodes[0];
    if (!chain || !node) throw new Error(`There is no chain ${id}.`);
    return { chain, node };
  };
  const ask = async (id: number, calls: number) => {
    const { chain, node } = chainOf(id);
    await budget.admit(chain, node, calls);
    month += calls;
    budget.asked(chain, node, { methods: Array(calls).fill('eth_getLogs'), tookMs: 1, head: null });
  };
  const step = (id: number, more: Partial<Extract<Step, { type: 'advanced' }>> = {}) =>
    budget.stepped(
      chainOf(id).chain,
      { ...{ type: 'advanced', block, marks: AT_HEAD, blocks: 1, events: 0, unsettled: 0 }, ...more },
      1,
    );
  return {
    budget,
    lines,
    ask,
    step,
    poll(id: number) {
      const ms = budget.pollMs(chainOf(id).chain, 2_000);
      waits.set(id, { ms, due: time + ms });
      return time + ms;
    },
    findDue: (id: number) => waits.get(id)?.due ?? time,
    /** Returns how long the chain waits for its next poll. */
    lastWait: (id: number) => waits.get(id)?.ms,
    audit: (id: number, work: () => Promise<void>) => budget.audit(chainOf(id).chain, work),
    pass: (ms: number) => {
      time += ms;
    },
    startMonth: () => {
      month = 0;
    },
    now: () => time,
    count: () => month,
  };
}

/** Follows chains for a time: a poll takes 4 calls, and comes every two seconds unless it is stretched. */
async function follow(opened: ReturnType<typeof open>, ids: readonly number[], ms: number) {
  const due = new Map(ids.map((id) => [id, opened.findDue(id)]));
  let refused = 0;
  for (const end = opened.now() + ms; ; ) {
    const [id, at] = [...due].reduce((first, each) => (each[1] < first[1] ? each : first));
    if (at >= end) break;
    opened.pass(Math.max(0, at - opened.now()));
    try {
      await opened.ask(id, 4);
      opened.step(id);
      due.set(id, opened.poll(id));
    } catch (error) {
      if (!(error instanceof OverBudgetError)) throw error;
      refused++;
      due.set(id, opened.now() + error.retryAfterMs);
    }
  }
  return refused;
}

/** The calls of a chain in 30 days at its usual polls. */
const USUAL_MONTH = (4 * 30 * DAY_MS) / 2_000;

describe('a month', () => {
  test('with enough calls: no poll is stretched, and nothing is logged', async () => {
    const opened = open(3 * USUAL_MONTH, { ids: [1, 10] });
    expect(await follow(opened, [1, 10], HOUR_MS)).toBe(0);
    expect(opened.lastWait(1)).toBe(2_000);
    expect(opened.lines).toEqual([]);
    expect(opened.budget.list()).toMatchObject([{ stretched: [], lastsUntil: null }]);
  });

  test('with half of them: the quiet chain is polled less often, the lively one is not, and the month lasts', async () => {
    const limit = 2.5 * USUAL_MONTH;
    const left = (1.2 * USUAL_MONTH * 3) / 30;
    const opened = open(limit, { ids: [1, 10], start: '2026-06-28T00:00:00Z', used: limit - left });
    opened.step(1, { events: 5 });
    expect(await follow(opened, [1, 10], DAY_MS)).toBe(0);
    expect(opened.lastWait(1)).toBe(2_000);
    expect(opened.lastWait(10)).toBeGreaterThan(9_900);
    expect(opened.lastWait(10)).toBeLessThan(10_100);
    const [status] = opened.budget.list();
    expect(status?.stretched).toEqual([{ chainId: 10, pollSeconds: 10 }]);
    expect(status?.projectedCalls).toBeGreaterThan(limit);
    expect(status?.lastsUntil).toBeNull();
    expect(await follow(opened, [1, 10], 2 * DAY_MS - 1)).toBe(0);
    expect(opened.count()).toBeLessThanOrEqual(limit);
    expect(opened.count()).toBeGreaterThan(limit - 0.01 * left);
    opened.pass(1);
    opened.startMonth();
    await follow(opened, [1, 10], HOUR_MS);
    expect(opened.lastWait(10)).toBe(2_000);
    expect(opened.lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, expect.stringContaining('quiet chains are polled less often')],
      [30, expect.stringContaining('all chains are polled as usual')],
    ]);
  });

  test('with far too few: no chain is polled less often than a third of its lag, and the log names the last day', async () => {
    const opened = open(USUAL_MONTH / 40, { ids: [1, 10] });
    expect(await follow(opened, [1, 10], HOUR_MS)).toBe(0);
    expect(opened.lastWait(1)).toBe(40_000);
    expect(opened.lastWait(10)).toBe(40_000);
    expect(opened.budget.list()[0]?.lastsUntil).toMatch(/^2026-06-0[78]$/);
    expect(opened.lines.at(-1)).toMatchObject({
      level: 50,
      msg: expect.stringContaining('raise "callsPerMonth"'),
    });
  });

  test('that is used up: calls are refused with the day on which they continue, and then continue', async () => {
    const opened = open(100, { start: '2026-06-29T12:00:00Z' });
    for (let i = 0; i < 25; i++) await opened.ask(1, 4);
    await expect(opened.ask(1, 1)).rejects.toThrow(
      'provider has had its 100 calls of this month and is asked again on 2026-07-01 (UTC). Raise its "callsPerMonth", or name another node.',
    );
    expect(opened.count()).toBe(100);
    opened.pass(2 * DAY_MS);
    opened.startMonth();
    await opened.ask(1, 4);
  });

  test('that is shared: calls in flight count', async () => {
    const opened = open(10, { ids: [1, 10] });
    const all = await Promise.allSettled([opened.ask(1, 6), opened.ask(10, 6)]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a backfill', () => {
  const backfill = (opened: ReturnType<typeof open>) => opened.step(1, { marks: FAR_FROM_HEAD });

  test('leaves half of the rest of the month to following', async () => {
    const opened = open(1_000);
    backfill(opened);
    for (let i = 0; i < 5; i++) await opened.ask(1, 100);
    await expect(opened.ask(1, 1)).rejects.toThrow(
      'provider has 500 calls left this month, which are kept for following chains: old blocks are read slowly until 2026-07-01',
    );
    // Half of the month later, half of that is free.
    opened.pass(15 * DAY_MS);
    await opened.ask(1, 250);
    await expect(opened.ask(1, 1)).rejects.toThrow(OverBudgetError);
    opened.step(1);
    await opened.ask(1, 200);
  });

  test('leaves more if following needs more', async () => {
    const opened = open(1.2 * USUAL_MONTH, { ids: [1, 10] });
    await follow(opened, [10], HOUR_MS);
    backfill(opened);
    await opened.ask(1, Math.floor(0.15 * USUAL_MONTH));
    await expect(opened.ask(1, Math.floor(0.1 * USUAL_MONTH))).rejects.toThrow(OverBudgetError);
    await follow(opened, [10], HOUR_MS);
    expect(opened.lastWait(10)).toBe(2_000);
  });
});

test('the proof of an imported ledger leaves as much, and following continues', async () => {
  const opened = open(1_000);
  opened.step(1);
  await opened.ask(1, 450);
  const proof = opened.audit(1, () => opened.ask(1, 100));
  await expect(proof).rejects.toThrow('old blocks are read slowly');
  await opened.audit(1, () => opened.ask(1, 40));
  await opened.ask(1, 100);
});

test('the proof of an imported ledger does not count as the cost of polls', async () => {
  const opened = open(100 * USUAL_MONTH);
  for (let i = 0; i < 20; i++) {
    await follow(opened, [1], 60_000);
    await opened.audit(1, () => opened.ask(1, 10_000));
  }
  expect(opened.budget.list()[0]?.projectedCalls).toBeLessThan(1.2 * USUAL_MONTH);
});

test('calls wait for their second, on all chains together', async () => {
  const opened = open(1_000, { ids: [1, 10], callsPerSecond: 20 });
  let isSent = false;
  await opened.ask(1, 20);
  const asked = opened.ask(10, 1).then(() => {
    isSent = true;
  });
  // The timer fires after a second, and finds that the clock has not moved: the calls wait for another one.
  await delay(1_200);
  expect(isSent).toBe(false);
  opened.pass(1_000);
  await asked;
});
