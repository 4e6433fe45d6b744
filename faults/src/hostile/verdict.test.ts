import { expect, test } from 'vitest';
import type { Sample } from '../honest/messages.ts';
import { type Figures, judge, type Phase, readMemoryLimitMb } from './verdict.ts';

const sample = (fields: Partial<Sample> = {}): Sample => ({
  type: 'check',
  path: '/registry/v2/check/all',
  askedAt: 0,
  ms: 10,
  status: 200,
  hash: '0x01',
  text: 'true',
  ...fields,
});
const good = Array.from({ length: 200 }, () => sample());
const phase = (fields: Partial<Phase> = {}): Phase => ({
  samples: good,
  fair: good,
  withheld: 0,
  rssMb: 200,
  cpu: { used: 0.2, waited: 0 },
  ...fields,
});
const reached: Figures = {
  minutes: 10,
  untimed: false,
  quiet: phase(),
  attacked: phase(),
  wrong: [],
  report: { tallies: { nonces: { sent: 3, statuses: { 201: 1, 429: 1, 503: 1 } } }, cpu: 0.1, seconds: 500 },
  blocksBehind: 3,
  keysOfAnOwner: 50,
};

test('passes when every figure is reached', () => {
  const { failed, lines } = judge(reached);
  expect(failed).toBe(0);
  for (const line of lines) expect(line).toMatch(/^PASS /);
});

const slow = Array.from({ length: 200 }, () => sample({ ms: 31 }));
test.each<[string, Partial<Figures>, RegExp]>([
  ['a wrong answer', { wrong: ['it is true, not false'] }, /1 wrong answers.*it is true, not false/],
  [
    'a check that is refused',
    { attacked: phase({ fair: [...good, sample({ status: 503 })] }) },
    /1 checks and lists not/,
  ],
  [
    'a sign-in that is refused',
    { attacked: phase({ fair: [...good, sample({ type: 'probe', status: 429 })] }) },
    /1 batches/,
  ],
  [
    'an internal error, even to an attacker',
    { report: { tallies: { nonces: { sent: 1, statuses: { 500: 1 } } }, cpu: 0, seconds: 1 } },
    /1 answers with 5xx/,
  ],
  [
    'a claim in twenty that nobody could answer',
    { attacked: phase({ fair: [...good, sample({ type: 'claim', text: '{"eligible":null}' })] }) },
    /0 of 1 claims and names answered/,
  ],
  [
    'live updates that end',
    { attacked: phase({ fair: [...good, sample({ type: 'live', status: 0 })] }) },
    /live updates were off 1 times/,
  ],
  [
    'a network that has more than its limit',
    { report: { tallies: { networkFlood: { sent: 900, statuses: { 200: 801 } } }, cpu: 0, seconds: 10 } },
    /801 checks of networkFlood answered, at most 800/,
  ],
  ['answers that take more than three times as long', { attacked: phase({ fair: slow }) }, /p99 31\.0 ms/],
  ['memory at the limit', { attacked: phase({ rssMb: readMemoryLimitMb() / 2 }) }, /memory of the API/],
  ['an index that falls behind', { blocksBehind: 11 }, /11 blocks behind/],
  ['a wallet with too many keys', { keysOfAnOwner: 51 }, /51 live keys/],
  [
    'attackers that need more than they may',
    { report: { tallies: {}, cpu: 0.31, seconds: 1 } },
    /0\.31 of a core/,
  ],
])('fails for %s', (_, different, line) => {
  const { failed, lines } = judge({ ...reached, ...different });
  expect(failed).toBe(1);
  expect(lines.filter((each) => each.startsWith('FAIL '))).toEqual([expect.stringMatching(line)]);
});

const starved = { ...reached, attacked: phase({ samples: slow, fair: slow.slice(0, 99), withheld: 0.57 }) };

test('does not judge delays in a short run whose processors were given to others, and says so', () => {
  const { failed, lines } = judge({ ...starved, minutes: 1 });
  expect(failed).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^SKIP .*not judged: .*57 % during/));
});

test('a long run fails where it cannot judge', () => {
  expect(judge(starved).failed).toBe(1);
});

test('a wrong answer fails on every machine', () => {
  expect(judge({ ...starved, minutes: 1, wrong: ['it is true, not false'] }).failed).toBe(1);
});

test('knows the limit of the chart', () => {
  expect(readMemoryLimitMb()).toBe(1_024);
});

test('without a clock, only what does not depend on the machine is judged', () => {
  const slow = { ...starved, untimed: true, blocksBehind: 1_000 };
  expect(judge(slow).failed).toBe(0);
  expect(judge({ ...slow, wrong: ['it is true, not false'] }).failed).toBe(1);
});
