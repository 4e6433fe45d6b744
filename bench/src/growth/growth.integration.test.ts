import { size } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import { measureGrowth } from './measure.ts';
import { summarize } from './summary.ts';

/** It takes as long as a bench does. */
test.runIf(size(0, 1))('a ledger grows, and everything is measured at each size', async () => {
  const result = await measureGrowth(
    {
      sizes: [2_000, 4_000],
      rounds: 1,
      seconds: 1,
      warmUpSeconds: 0,
      wallets: 200,
      crowdSeconds: 1,
      idleConnections: 50,
      rates: [150],
      listeners: [2],
      blocks: 3,
    },
    () => {},
  );
  expect(result.made.map(({ rows }) => rows)).toEqual([2_000, 4_000]);
  // A busy machine may refuse requests.
  const answered = { requests: expect.any(Number), failed: expect.any(Number) };
  expect(result.crowds).toMatchObject([{ wallets: 200, perSecond: 150, ...answered }]);
  expect(result.idle).toMatchObject({ connections: 50, closed: 0, beside: answered });
  expect(result.listening).toMatchObject([{ listeners: 2, lastMs: expect.any(Number) }]);
  const figures = summarize(result);
  expect(figures).toHaveLength(26);
  for (const { name, cells } of figures) {
    expect(cells, name).toMatchObject([{ rows: 2_000, ratio: 1 }, { rows: 4_000 }]);
    for (const { value } of cells) expect(value, name).toBeGreaterThanOrEqual(0);
  }
});
