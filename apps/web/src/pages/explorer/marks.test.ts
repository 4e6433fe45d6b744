import type { Change } from '@mandate/sdk';
import { expect, test } from 'vitest';
import { countUntil, marksOf, momentAt, stepBack, stepOn } from './marks.ts';

const change = (block: number, timestamp: number | null, fields: Partial<Change> = {}): Change => ({
  registry: 'v2',
  type: 'ALL',
  from: '0x',
  to: '0x',
  contract: null,
  tokenId: null,
  rights: null,
  tokenType: null,
  amount: null,
  chainId: 1,
  change: 'granted',
  undone: false,
  amountBefore: null,
  block,
  log: 0,
  transaction: `0x${block}`,
  timestamp,
  ...fields,
});
const marks = marksOf([change(5, 50), change(7, 70), change(9, 90)], 'v2') ?? [];

test('each second with changes has one mark, with its last block', () => {
  const changes = [change(5, 50), change(6, 50), change(6, 50, { log: 1 }), change(9, 90)];
  expect(marksOf(changes, 'v2')).toEqual([
    { time: 50, block: 6 },
    { time: 90, block: 9 },
  ]);
});

test('an undone change leaves no mark, unless it happened again', () => {
  const [first, taken] = [change(5, 50), change(6, 60)];
  const back = { ...taken, undone: true };
  expect(marksOf([first, taken, back], 'v2')).toEqual([{ time: 50, block: 5 }]);
  const again = { ...taken, block: 7, timestamp: 70 };
  expect(marksOf([first, taken, back, again], 'v2')?.at(-1)).toEqual({ time: 70, block: 7 });
});

test('the other registry is another line', () => {
  expect(marksOf([change(5, 50, { registry: 'v1' })], 'v2')).toEqual([]);
});

test('a change without a time gives no marks', () => {
  expect(marksOf([change(5, 50), change(6, null)], 'v2')).toBeNull();
});

test('each step shows one change more or less', () => {
  expect([49, 50, 69, 70, undefined].map((at) => countUntil(marks, at))).toEqual([0, 1, 1, 2, 3]);
  expect(stepBack(marks, undefined)).toBe(70);
  expect(stepBack(marks, 75)).toBe(50);
  expect(stepBack(marks, 50)).toBeNull();
  expect(stepOn(marks, 49)).toBe(50);
  expect(stepOn(marks, 50)).toBe(70);
  expect(stepOn(marks, 75)).toBeUndefined();
  expect(stepOn(marks, undefined)).toBeUndefined();
});

test('only a time between two changes can be requested by block', () => {
  expect(momentAt(marks, undefined)).toEqual({});
  expect(momentAt(marks, 75)).toEqual({ atBlock: 7 });
  expect(momentAt(marks, 49)).toEqual({ atTime: 49 });
  expect(momentAt(marks, 95)).toEqual({ atTime: 95 });
  expect(momentAt(null, 75)).toEqual({ atTime: 75 });
});
