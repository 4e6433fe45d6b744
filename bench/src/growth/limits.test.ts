import { expect, test } from 'vitest';
import { listLimits, writeLimitsTable } from './limits.ts';
import type { Crowd, GrowthResult } from './result.ts';

const crowd: Crowd = {
  wallets: 1_000,
  perSecond: 500,
  requests: 2_000,
  failed: 0,
  p50Ms: 1,
  p99Ms: 5,
  cpuUs: 500,
  memoryMb: 100,
};
const machine = { processor: 'a', cores: 2, memoryGb: 10, node: '24', postgres: '15', sharedBuffers: '1GB' };
const result: GrowthResult = {
  date: '2026-01-01',
  machine,
  rounds: 1,
  seconds: 1,
  made: [
    {
      rows: 1_000_000,
      fillSeconds: 1,
      databaseBytes: 2 ** 30,
      indexBytes: 2 ** 29,
      readModelBytes: 2 ** 28,
      loadSeconds: 100,
      readySeconds: 1,
    },
  ],
  samples: [{ figure: 'an empty block, ms', rows: 1_000_000, round: 1, value: 10, beside: null }],
  crowds: [crowd],
  idle: { connections: 10, closed: 0, bytesPerConnection: 1_000, without: crowd, beside: crowd },
  listening: [],
};

test('the limits follow from the costs, and the one with the least room is the first', () => {
  const limits = listLimits(result);
  expect(limits.map(({ most, unit }) => [Math.round(most), unit])).toEqual([
    [100, 'blocks/s'],
    [6_000_000, 'rows'],
    [2_000, 'requests/s'],
    [10_000_000, 'rows'],
    [40_000_000, 'rows'],
  ]);
  const room = limits.map(({ most, today }) => most / today);
  expect(room).toEqual(room.toSorted((a, b) => a - b));
  expect(writeLimitsTable(result)).toContain('| 2,000 requests/s | 300 | 6.67 × |');
});
