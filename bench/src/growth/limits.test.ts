import { expect, test } from 'vitest';
import { type Sample, toSamples } from '../sample.ts';
import { EMPTY_BLOCK } from '../writes/measure-writes.ts';
import { listLimits, writeLimitsTable } from './limits.ts';
import { DATABASE, LOADING, READ_MODEL } from './made.ts';

const machine = { processor: 'a', cores: 2, memoryGb: 10, node: '24', postgres: '15', sharedBuffers: '1GB' };
const rows = 1_000_000;
const samples: readonly Sample[] = [
  ...toSamples({ name: DATABASE, rows }, { 'bytes a row': 2 ** 30 / rows }),
  ...toSamples({ name: READ_MODEL, rows }, { 'bytes a row': 2 ** 28 / rows }),
  ...toSamples({ name: LOADING, rows }, { 'µs a row': 100 }),
  ...toSamples({ name: EMPTY_BLOCK, rows }, { 'p50 ms': 10 }),
  ...toSamples({ name: '1,000 wallets, 300/s' }, { 'CPU µs': 900 }),
  ...toSamples({ name: '1,000 wallets, 500/s' }, { 'CPU µs': 500 }),
  ...toSamples({ name: 'beside 10 idle connections' }, { 'CPU µs': 700 }),
];

test('the limits follow from the costs, and the one with the least room is the first', () => {
  const limits = listLimits(samples, machine);
  expect(limits.map(({ most, unit }) => [Math.round(most), unit])).toEqual([
    [100, 'blocks/s'],
    [6_000_000, 'rows'],
    [2_000, 'requests/s'],
    [10_000_000, 'rows'],
    [40_000_000, 'rows'],
  ]);
  const room = limits.map(({ most, today }) => most / today);
  expect(room).toEqual(room.toSorted((a, b) => a - b));
  expect(writeLimitsTable(samples, machine)).toContain('| 2,000 requests/s | 300 | 6.67 × |');
});
