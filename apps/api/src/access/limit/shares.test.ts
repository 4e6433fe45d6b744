import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { clientOf } from './client.ts';
import { createFindAsker, createShares, EVERYBODY, type Holder, levelsOf } from './shares.ts';

const CAPS = { client: 10, key: 10, total: 1_000 };
const without = (address: string): Holder => ({ client: clientOf(address, undefined, 0), keyId: null });
const withKey = (keyId: number, address = '192.0.2.1'): Holder => ({ ...without(address), keyId });

/** How many of these get one each. */
function take(shares: ReturnType<typeof createShares>, holders: readonly Holder[]): number {
  return holders.filter((holder) => shares.take(levelsOf(holder, CAPS), 1) === null).length;
}
const many = (count: number, holderOf: (i: number) => Holder) =>
  Array.from({ length: count }, (_, i) => holderOf(i));

test('an address or a /64 gets as many as a client may have, and not one more', () => {
  const shares = createShares();
  expect(
    take(
      shares,
      many(11, () => without('192.0.2.7')),
    ),
  ).toBe(10);
  expect(
    take(
      shares,
      many(11, (i) => without(`2001:db8:0:1::${i.toString(16)}`)),
    ),
  ).toBe(10);
  expect(take(shares, [without('192.0.2.8')])).toBe(1);
});

test('neighbouring /64s have twice as many in a /56, and four times as many in a /48', () => {
  const shares = createShares();
  const neighbour = (network: number) => without(`2001:db8:1:${network.toString(16)}::1`);
  expect(
    take(
      shares,
      many(256 * 11, (i) => neighbour(i % 256)),
    ),
  ).toBe(20);
  expect(take(shares, many(65_536, neighbour))).toBe(20);
  expect(take(shares, [without('2001:db8:2::1')])).toBe(1);
});

test('many networks without a key leave a fifth to keys', () => {
  const shares = createShares();
  expect(
    take(
      shares,
      many(2_000, (i) => without(`10.0.${i >> 8}.${i & 255}`)),
    ),
  ).toBe(800);
  expect(shares.take(levelsOf(without('203.0.113.7'), CAPS), 1)?.name).toBe(EVERYBODY);
  expect(
    take(
      shares,
      many(2_000, (i) => withKey(i, `10.1.${i >> 8}.${i & 255}`)),
    ),
  ).toBe(200);
});

test('many keys of one address have twice as many as one key', () => {
  const shares = createShares();
  expect(
    take(
      shares,
      many(11, () => withKey(1)),
    ),
  ).toBe(10);
  expect(take(shares, many(100, withKey))).toBe(10);
  // Requests without a key at the same address have a share of their own.
  expect(
    take(
      shares,
      many(11, () => without('192.0.2.1')),
    ),
  ).toBe(10);
});

test('what was given back can be taken again, and what was refused took nothing', () => {
  const shares = createShares();
  const levels = levelsOf(without('2001:db8::1'), CAPS);
  expect(shares.take(levels, 8)).toBe(null);
  expect(shares.take(levels, 3)).toEqual({ name: '2001:db8:0:0::/64', max: 10 });
  expect(shares.take(levels, 2)).toBe(null);
  shares.give(levels, 10);
  expect(shares.take(levels, 10)).toBe(null);
});

test('questions to nodes count for the owner of a key, and for the address or /48 that they come from', () => {
  const askerOf = (holder: Holder | null, owner: string | null = null) =>
    createFindAsker(() => holder)({ apiKey: { owner } } as FastifyRequest);
  const network = '2001:db8:1::/48';
  expect(askerOf(without('2001:db8:1:2::3'))).toEqual({ lanes: [network], hasDayShare: true });
  expect(askerOf(withKey(7, '2001:db8:1:9::3'), '0xa').lanes).toEqual(['owner 0xa', network]);
  expect(askerOf(withKey(8, '192.0.2.1'), '0xa').lanes).toEqual(['owner 0xa', '192.0.2.1']);
  // Only the operator makes keys without an owner.
  expect(askerOf(withKey(9))).toEqual({ lanes: ['key 9'], hasDayShare: false });
  expect(askerOf(null)).toEqual({ lanes: [], hasDayShare: false });
});
