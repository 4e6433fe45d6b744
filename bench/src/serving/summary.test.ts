import { expect, test } from 'vitest';
import { PERCENTILES } from '../http-load.ts';
import type { Measured, ServingResult } from './result.ts';
import { compareProcesses, compareSizes, perSecondWithoutLoad, summarize } from './summary.ts';

/** The machine is slow in the second round: every server reaches half. */
const SPEED = [1, 0.5, 1];

type Fields = Pick<Measured, 'contender' | 'rows'> & Partial<Measured>;

const rounds = (perSecond: number, { contender, rows, ...fields }: Fields): Measured[] =>
  SPEED.map((speed, i) => ({
    round: i + 1,
    question: 'check/all',
    contender,
    rows,
    perSecond: perSecond * speed,
    percentilesMs: PERCENTILES.map((percentile) => percentile / speed),
    halfP99Ms: 2 / speed,
    cpuUs: 10,
    postgresCpuUs: null,
    loadCpuUs: 5,
    loadCores: 0.4,
    otherCores: 0,
    ...fields,
  }));

const resultOf = (...measured: Measured[][]): ServingResult => ({
  date: '2026-01-01',
  rounds: SPEED.length,
  seconds: 1,
  footprints: [],
  measured: measured.flat(),
  machine: { processor: '', cores: 2, memoryGb: 1, node: '', postgres: '', sharedBuffers: '' },
  ledgers: [1_000, 10_000].map((rows) => ({ rows, fillSeconds: null, sizeBytes: 0 })),
});

const fastify = rounds(40_000, { contender: 'fastify', rows: null });
const small = rounds(30_000, { contender: 'keyed', rows: 1_000 });
const large = rounds(27_000, { contender: 'keyed', rows: 10_000 });

test('ratios are taken within a round, so a slow round changes nothing', () => {
  const [bare, model] = summarize(resultOf(large, fastify));
  expect(bare).toMatchObject({ contender: 'fastify', perSecond: 40_000, p99Ms: 99, toFastify: 1 });
  expect(model).toMatchObject({ rows: 10_000, perSecond: 27_000, toFastify: 0.675, p99ToFastify: 1 });
  expect(model).toMatchObject({ p50Ms: 50, p999Ms: 99.9, cpuUs: 10, postgresCpuUs: null });
});

test('the ratio is the median of ratios, not the ratio of medians', () => {
  const perRound = (contender: 'fastify' | 'postgres', numbers: readonly number[]) =>
    rounds(0, { contender, rows: null }).map((each, i) => ({ ...each, perSecond: numbers[i] ?? 0 }));
  const measured = [perRound('fastify', [40, 20, 50]), perRound('postgres', [20, 15, 30])];
  expect(summarize(resultOf(...measured))[1]).toMatchObject({ perSecond: 20, toFastify: 0.6 });
});

test('without bare Fastify there is no ratio', () => {
  expect(summarize(resultOf(small))[0]).toMatchObject({ toFastify: null, p99ToFastify: null });
});

test('compares the largest ledger with the smallest', () => {
  expect(compareSizes(resultOf(small, large, fastify))).toEqual([
    { question: 'check/all', contender: 'keyed', smallest: 1_000, largest: 10_000, ratio: 0.9 },
  ]);
  expect(compareSizes({ ...resultOf(small), ledgers: [] })).toEqual([]);
});

test('compares two processes with one, and reports what the load took', () => {
  const two = rounds(48_000, { contender: 'keyed2', rows: 1_000 });
  const [scaling] = compareProcesses(resultOf(small, two, fastify));
  // The load left 1.6 of two cores; with both, they would have reached 60,000.
  expect(scaling).toMatchObject({
    contender: 'keyed',
    rows: 1_000,
    raw: 1.6,
    accounted: 2,
    loadCores: 0.4,
  });
});

test('a load with cores of its own takes nothing', () => {
  expect(perSecondWithoutLoad({ perSecond: 50_000, loadCores: 0.5 }, 4)).toBe(50_000);
  expect(perSecondWithoutLoad({ perSecond: 30_000, loadCores: 0.5 }, 2)).toBe(40_000);
});
