import { size } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import { listEach, type Sample, select, summarize, toSmallest } from '../sample.ts';
import { measureGrowth } from './measure-growth.ts';
import { listGrown } from './page.ts';

/** It takes as long as a bench does. */
test.runIf(size(0, 1))('a ledger grows, and everything is measured at each size', async () => {
  const samples: Sample[] = [];
  await measureGrowth(
    {
      sizes: [2_000, 4_000],
      rounds: 1,
      seconds: 1,
      warmUp: 0,
      wallets: 200,
      crowdSeconds: 1,
      idleConnections: 50,
      rates: [150],
      listeners: [2],
      blocks: 3,
    },
    (own) => samples.push(...own),
  );
  const names = ['200 wallets, 150/s', 'the same again, 150/s', 'beside 50 idle connections'];
  expect(listEach(select(samples, { unit: 'failed' }), 'name')).toEqual(names);
  expect(select(samples, { unit: 'closed by the server' })).toMatchObject([{ value: 0 }]);
  expect(select(samples, { name: '2' })).toHaveLength(2);
  const figures = summarize(listGrown(samples), toSmallest);
  expect(figures).toHaveLength(32 * 2);
  for (const { value, ratio, name } of figures) {
    expect(value, name).toBeGreaterThanOrEqual(0);
    expect(ratio, name).not.toBeNaN();
  }
});
