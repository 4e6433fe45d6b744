import { parseAddress } from '@mandate/core';
import { expect, test } from 'vitest';
import { createOwnerCeilings } from './owner-ceilings.ts';

const [a, b] = ['a', 'b'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));

test('an owner is sent so many events and bytes a minute, and no other owner waits for that', () => {
  let now = 0;
  const ceilings = createOwnerCeilings({ eventsPerMinute: 60, bytesPerMinute: 6_000 }, () => now);
  const count = (owner = a, bytes = 1) => (owner ? ceilings.count(owner, bytes) : 0);
  for (let sent = 0; sent < 60; sent++) expect(count()).toBe(0);
  expect(count()).toBeCloseTo(1_000);
  expect(count()).toBeCloseTo(2_000);
  expect(count(b)).toBe(0);
  now = 62_000;
  expect(count()).toBe(0);
  expect(count(b, 9_000)).toBeCloseTo(30_000);
});
