import { type Address, parseAddress } from '@mandate/core';
import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((digit) => parseAddress(`0x${digit.repeat(40)}`)) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];

/** Returns whether a promise is settled once everything that can go on has gone on. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => {
    settled = true;
  });
  await new Promise((done) => setImmediate(done));
  return settled;
}

test('endpoints that fail never take the slots of others, and each waits for its turn', async () => {
  const slots = createSlots(8);
  const failing = await Promise.all([a, b].map((owner) => slots.take({ owner, isSuspect: true })));
  const third = slots.take({ owner: c, isSuspect: true });
  const honest = [a, b, c, c, d, d].map((owner) => slots.take({ owner, isSuspect: false }));
  const others = await Promise.all(honest);
  expect(slots.inFlight()).toBe(8);
  others[2]?.();
  expect(await isSettled(third)).toBe(false);
  failing[0]?.();
  failing[0]?.();
  (await third)();
  expect(slots.inFlight()).toBe(6);
});

test('an owner never takes the slots of others', async () => {
  const slots = createSlots(8);
  const take = (owner: Address) => slots.take({ owner, isSuspect: false });
  const [first] = await Promise.all([take(a), take(a)]);
  const third = take(a);
  expect(await isSettled(third)).toBe(false);
  await Promise.all([b, c, d, e].map(take));
  first?.();
  expect(await isSettled(third)).toBe(true);
});
