import { expect, test } from 'vitest';
import { createTally } from './tally.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const REQUEST = { keyId: 1, operation: 'v2List', chainId: 1, status: 200 };

test('the same in the same hour is one row', () => {
  const tally = createTally();
  expect(tally.findBatch()).toBeNull();
  for (const at of [NOON, NOON + 3_599_999]) tally.count(REQUEST, at);
  tally.count(REQUEST, NOON + 3_600_000);
  tally.count({ ...REQUEST, status: 429 }, NOON);
  expect(tally.findBatch()).toMatchObject({
    number: 1,
    rows: [
      { ...REQUEST, hour: new Date(NOON), requests: 2 },
      { ...REQUEST, hour: new Date(NOON + 3_600_000), requests: 1 },
      { ...REQUEST, hour: new Date(NOON), status: 429, requests: 1 },
    ],
  });
});

test('a batch stays as it is until it is done; what comes meanwhile is in the next', () => {
  const tally = createTally();
  tally.count(REQUEST, NOON);
  const first = tally.findBatch();
  const sent = structuredClone(first);
  tally.count(REQUEST, NOON);
  expect(tally.findBatch()).toBe(first);
  expect(first).toEqual(sent);
  expect(tally.waiting()).toBe(2);
  tally.done();
  expect(tally.findBatch()).toMatchObject({ counter: first?.counter, number: 2, rows: [{ requests: 1 }] });
  tally.done();
  expect(tally.findBatch()).toBeNull();
  expect(tally.waiting()).toBe(0);
});

test('what one statement takes is limited, and all of it comes', () => {
  const tally = createTally();
  for (let keyId = 1; keyId <= 5_000; keyId++) tally.count({ ...REQUEST, keyId }, NOON);
  const sizes: number[] = [];
  for (let batch = tally.findBatch(); batch; batch = tally.findBatch()) {
    sizes.push(batch.rows.length);
    tally.done();
  }
  expect(sizes).toEqual([2_000, 2_000, 1_000]);
});

test('what waits is limited, and what it could not hold is known', () => {
  const tally = createTally(2);
  for (const keyId of [1, 2, 3, 1]) tally.count({ ...REQUEST, keyId }, NOON);
  expect([tally.waiting(), tally.lost()]).toEqual([3, 1]);
});
