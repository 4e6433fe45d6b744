import { expect, test } from 'vitest';
import { PERCENTILES, readLoad } from './http-load.ts';

test('converts wrk’s output into rates, milliseconds and core usage', () => {
  const latenciesUs = PERCENTILES.map((_, i) => (i + 1) * 1_000);
  const stdout = `BEGAN 0.5\nRunning 2s test\nRESULT 1.5 40000 2000000 3 ${latenciesUs.join(' ')}\n`;
  const load = readLoad(stdout);
  expect(load).toMatchObject({
    requests: 40_000,
    perSecond: 20_000,
    failed: 3,
    ownCores: 0.5,
  });
  expect(load.latencies).toMatchObject({ 'p50 ms': 3, 'p99 ms': 7, 'p99.9 ms': 9 });
});

test('a load without answers is an error', () => {
  expect(() => readLoad('BEGAN 0.5\nRESULT 1 0 2000000 0\n')).toThrow('Nothing was answered');
  expect(() => readLoad('unable to connect')).toThrow('unable to connect');
});
