import type { Block } from '@mandate/store';
import { expect, test } from 'vitest';
import { createPollSchedule, type Pace } from './poll-schedule.ts';

/** Plays a chain whose blocks can be seen `arrivesMs` after their timestamps. Counts the polls and their delays. */
function play(
  pace: Pace,
  { minutes, arrivesMs }: { minutes: number; arrivesMs: (block: number) => number },
  clockErrorMs = 0,
) {
  const start = 1_000_000_000_000;
  let now = start;
  const schedule = createPollSchedule(pace, () => now + clockErrorMs);
  const seenAt = (number: number) => start + number * pace.blockTimeMs + arrivesMs(number);
  const late: number[] = [];
  let polls = 0;
  let head = 0;
  while (now < start + minutes * 60_000) {
    polls++;
    now += 60;
    while (seenAt(head + 1) <= now) late.push(now - seenAt(++head));
    const timestamp = Math.floor((start + head * pace.blockTimeMs) / 1_000);
    const block: Block = { number: head, hash: `0x${head}`, timestamp };
    now += schedule.next(block);
  }
  const medianMs = late.toSorted((a, b) => a - b)[late.length >> 1] ?? Number.NaN;
  return { pollsPerMinute: polls / minutes, medianMs };
}

test.each([
  ['every 12 s', 12_000, 7, 1_000],
  ['every 2 s', 2_000, 37, 300],
  ['every 5 s', 5_000, 16, 600],
])('blocks that come %s are looked for when they are due', (_, blockTimeMs, maxPolls, maxMedianMs) => {
  for (const delay of [0, 700, 2_900]) {
    const arrivesMs = (block: number) => delay + ((block * 7_919) % 100);
    const pace: Pace = { blockTimeMs, pollMs: null, form: 'careful' };
    const { pollsPerMinute, medianMs } = play(pace, { minutes: 60, arrivesMs });
    expect(pollsPerMinute, `arriving after ${delay} ms`).toBeLessThan(maxPolls);
    expect(medianMs, `arriving after ${delay} ms`).toBeLessThan(maxMedianMs);
  }
});

test('a late block is polled for at a bounded rate', () => {
  const pace: Pace = { blockTimeMs: 12_000, pollMs: null, form: 'careful' };
  const { pollsPerMinute } = play(pace, { minutes: 60, arrivesMs: (block) => (block > 5 ? 1e9 : 0) });
  expect(pollsPerMinute).toBeLessThan(31);
});

test('fast chains, and those with a set poll interval, are polled steadily', () => {
  const fast = play({ blockTimeMs: 250, pollMs: null, form: 'fast' }, { minutes: 10, arrivesMs: () => 0 });
  expect(fast.pollsPerMinute).toBeCloseTo(30, 0);
  const own = play({ blockTimeMs: 250, pollMs: 500, form: 'careful' }, { minutes: 10, arrivesMs: () => 0 });
  expect(own.pollsPerMinute).toBeCloseTo(120, 0);
});

test('a clock that is an hour off changes nothing', () => {
  const pace: Pace = { blockTimeMs: 12_000, pollMs: null, form: 'careful' };
  for (const errorMs of [3_600_000, -3_600_000]) {
    const { pollsPerMinute, medianMs } = play(pace, { minutes: 60, arrivesMs: () => 0 }, errorMs);
    expect(pollsPerMinute).toBeLessThan(7);
    expect(medianMs).toBeLessThan(1_000);
  }
});
