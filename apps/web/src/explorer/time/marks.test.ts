import type { Change } from '@mandate/sdk';
import { expect, test } from 'vitest';
import {
  countUntil,
  listStanding,
  type MarkFilter,
  marksOf,
  momentAt,
  newestBlocks,
  stepBack,
  stepOn,
} from './marks.ts';

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
  id: '1-a',
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
const marksIn = (changes: readonly Change[], filter: Partial<MarkFilter> = {}) =>
  marksOf(listStanding(changes), { chain: undefined, registry: undefined, ...filter });
const marks = marksIn([change(5, 50), change(7, 70), change(9, 90)]) ?? [];

test('each second with changes has one mark, whatever the chain', () => {
  const changes = [change(5, 50), change(6, 50), change(800, 70, { chainId: 10 }), change(9, 90)];
  expect(marksIn(changes)).toEqual([{ time: 50 }, { time: 70 }, { time: 90 }]);
  expect(marksIn(changes, { chain: 10 })).toEqual([{ time: 70 }]);
  expect(newestBlocks(listStanding(changes))).toEqual(
    new Map([
      [1, 9],
      [10, 800],
    ]),
  );
});

test('an undone change leaves no mark, unless it happened again', () => {
  const [first, taken] = [change(5, 50), change(6, 60)];
  const back = { ...taken, undone: true };
  expect(marksIn([first, taken, back])).toEqual([{ time: 50 }]);
  const again = { ...taken, block: 7, timestamp: 70 };
  expect(marksIn([first, taken, back, again])?.at(-1)).toEqual({ time: 70 });
  const elsewhere = { ...taken, chainId: 10 };
  expect(marksIn([first, elsewhere, taken, back]), 'the same transaction on another chain').toHaveLength(2);
});

test('the other registry is another line', () => {
  expect(marksIn([change(5, 50, { registry: 'v1' })], { registry: 'v2' })).toEqual([]);
});

test('a change without a time gives no marks', () => {
  expect(marksIn([change(5, 50), change(6, null)])).toBeNull();
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

test('times between the same two changes are asked for once', () => {
  expect(momentAt(marks, undefined)).toBeUndefined();
  expect(momentAt(marks, 75)).toBe(70);
  expect(momentAt(marks, 70)).toBe(70);
  expect(momentAt(marks, 49)).toBe(49);
  expect(momentAt(marks, 95)).toBe(95);
  expect(momentAt(null, 75)).toBe(75);
});
