import type { SpanPart, SpanTrouble } from '@mandate/store';
import { expect, test } from 'vitest';
import { describeHistory, rangeOf } from './history.ts';

const SPAN = 300;
/** A full hour. */
const NOW = 1_800_000_000 + 200;
const CURRENT = 1_800_000_000;
const CHAINS = [{ chainId: 1, name: 'Ethereum' }];

test.each([
  [1, 300, 13],
  [8, 300, 97],
  [9, 600, 55],
  [24, 900, 97],
  [168, 7_200, 85],
  [720, 28_800, 91],
])('%d hours are told in spans of %d seconds', (hours, seconds, count) => {
  for (const now of [NOW, NOW + 99, NOW + 12_345]) {
    const range = rangeOf(hours, now);
    expect(range.partSeconds).toBe(seconds);
    expect(range.since % seconds).toBe(0);
    const { chains } = describeHistory({ recorded: [], parts: [], troubles: [] }, CHAINS, range);
    expect(Math.abs((chains[0]?.lag.length ?? 0) - count)).toBeLessThanOrEqual(1);
    expect(chains[0]?.lag.length).toBeLessThanOrEqual(97);
    expect(chains[0]?.lag.at(-1)?.from).toBeLessThanOrEqual(now);
  }
});

/** Describes the last hour, in spans of 5 minutes. Times are in spans before the current one. */
function describeHour(
  first: number,
  last: number,
  {
    now = NOW,
    parts = [],
    troubles = [],
  }: { now?: number; parts?: [ago: number, state: SpanPart['state']][]; troubles?: SpanTrouble[] },
) {
  const at = (ago: number) => CURRENT - ago * SPAN;
  const history = describeHistory(
    {
      recorded: [{ chainId: 1, firstAt: at(first), lastAt: at(last) }],
      parts: parts.map(([ago, state]) => ({ chainId: 1, from: at(ago), spans: 1, lagSeconds: ago, state })),
      troubles,
    },
    CHAINS,
    rangeOf(1, now),
  );
  const states = history.chains[0]?.lag.map(({ state }) => state?.[0] ?? '-').join('');
  const incidents = history.incidents.map(({ from, to, kind }) => [
    kind,
    (CURRENT - from) / SPAN,
    to === null ? null : (CURRENT - to) / SPAN,
  ]);
  return { states, incidents };
}
const ready = (...agos: number[]) => agos.map((ago): [number, SpanPart['state']] => [ago, 'ready']);
const trouble = (from: number, to: number, more: Partial<SpanTrouble> = {}): SpanTrouble => ({
  chainId: 1,
  from: CURRENT - from * SPAN,
  to: CURRENT - to * SPAN,
  lagSeconds: 9,
  hasGap: false,
  isTainted: false,
  ...more,
});

test('nothing is silent before the first record, nor a span that has just begun', () => {
  const parts = ready(3, 2, 1);
  expect(describeHour(3, 1, { parts, now: CURRENT + 59 })).toEqual({
    states: '---------rrr-',
    incidents: [],
  });
});

test('a span without a record is silent a minute after its beginning', () => {
  expect(describeHour(3, 1, { parts: ready(3, 2, 1), now: CURRENT + 60 })).toEqual({
    states: '---------rrrs',
    incidents: [['silent', 0, null]],
  });
});

test('a gap after the last record continues the incident before it', () => {
  const parts: [number, SpanPart['state']][] = [...ready(5), [4, 'lagging'], [3, 'tainted']];
  expect(describeHour(40, 3, { parts, troubles: [trouble(4, 2, { isTainted: true })] })).toEqual({
    states: 'sssssssrltsss',
    incidents: [['tainted', 4, null]],
  });
});

test('an incident has an end once a later span is good, and an open one comes first', () => {
  const parts = ready(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const troubles = [trouble(1, -1), trouble(8, 6, { hasGap: true })];
  expect(describeHour(40, 0, { parts, troubles }).incidents).toEqual([
    ['lagging', 1, null],
    ['silent', 8, 6],
  ]);
});

test('a chain without a record has neither states nor incidents', () => {
  const range = rangeOf(1, NOW);
  const { chains, incidents } = describeHistory({ recorded: [], parts: [], troubles: [] }, CHAINS, range);
  expect(chains[0]?.lag.every(({ state, lagSeconds }) => state === null && lagSeconds === null)).toBe(true);
  expect(incidents).toEqual([]);
});

test('a chain that has been silent for longer than is asked about is silent all the time', () => {
  expect(describeHour(60, 50, {})).toEqual({
    states: 'sssssssssssss',
    incidents: [['silent', 12, null]],
  });
});
