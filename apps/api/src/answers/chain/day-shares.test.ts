import { expect, test } from 'vitest';
import { createDayShares } from './day-shares.ts';

const NODE = { label: 'provider', callsPerMonth: 30_000 };
const visitor = { lanes: ['192.0.2.1'], hasDayShare: true };

test('one owner or network causes a tenth of the calls of a day, and as many on the next day', () => {
  let time = Date.parse('2026-11-16T23:00:00Z');
  const days = createDayShares(() => time);
  const owner = { lanes: ['owner 0xa', '192.0.2.2'], hasDayShare: true };
  days.add(NODE, owner, 99);
  expect(days.isSpent(NODE, owner)).toBe(false);
  days.add(NODE, { ...owner, lanes: ['owner 0xb', '192.0.2.2'] }, 1);
  expect(days.isSpent(NODE, owner)).toBe(true);
  expect(days.isSpent(NODE, { ...owner, lanes: ['owner 0xa', '192.0.2.3'] })).toBe(false);
  expect(days.isSpent(NODE, visitor)).toBe(false);
  expect(days.isSpent({ ...NODE, label: 'other' }, owner)).toBe(false);
  expect(days.leftMs()).toBe(3_600_000);
  time = Date.parse('2026-11-17T00:00:00Z');
  expect(days.isSpent(NODE, owner)).toBe(false);
});

test('neither a key of the operator nor a node without a limit has such a share', () => {
  const days = createDayShares(() => 0);
  const own = { lanes: ['key 1'], hasDayShare: false };
  const unlimited = { label: 'own', callsPerMonth: null };
  days.add(NODE, own, 1_000_000);
  days.add(unlimited, visitor, 1_000_000);
  expect([days.isSpent(NODE, own), days.isSpent(unlimited, visitor)]).toEqual([false, false]);
});
