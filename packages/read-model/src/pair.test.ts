import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  findAmount,
  type Grant,
  grantOf,
  identify,
  type Kind,
  parseAddress,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import { createFolder } from '@mandate/testing/process/folder';
import fc from 'fast-check';
import { open, type RootDatabase } from 'lmdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pairs, putDelegation, readPair, removeDelegation } from './pair.ts';

const SEED = 9;
const folder = createFolder();
let environment: RootDatabase<Buffer, Buffer>;
let pairs: Pairs;
beforeAll(() => {
  const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
  environment = open<Buffer, Buffer>({ path: folder.path, maxDbs: 2, ...binary });
  pairs = environment.openDB<Buffer, Buffer>({ name: 'pairs', ...binary });
});
afterAll(async () => {
  await environment?.close();
  folder.remove();
});

const address = (number: number) => parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
const WALLETS = [0, 1, 0xff].map(address);
const CONTRACTS = [0, 0x0b, 0xff].map(address);
const RIGHTS = [FULL_RIGHTS, rightsFromText('vote')];

/** More grants per pair than one record has room for, so that pairs are split and merged again. */
const GRANTS: readonly Grant[] = WALLETS.flatMap((from) =>
  WALLETS.slice(1).flatMap((to) => listGrants({ from, to })),
);

function listGrants(wallets: Pick<Grant, 'from' | 'to'>): Grant[] {
  const shapes = [
    ...(['all', 'contract', 'token'] as const).map((kind) => ({ registry: 'v1' as const, kind })),
    ...(['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const).map((kind) => {
      return { registry: 'v2' as const, kind };
    }),
  ];
  const grants = shapes.flatMap((shape) =>
    CONTRACTS.flatMap((contract) =>
      [0n, 1n, UNLIMITED].flatMap((tokenId) =>
        RIGHTS.map((rights) =>
          grantOf(createDelegation({ ...shape, ...wallets, contract, tokenId, rights, amount: 1n })),
        ),
      ),
    ),
  );
  return [...new Map(grants.map((grant) => [identify(grant), grant])).values()];
}

const HAS_AMOUNT: readonly Kind[] = ['erc20', 'erc1155'];
const withAmount = (grant: Grant, amount: bigint) =>
  HAS_AMOUNT.includes(grant.kind) ? createDelegation({ ...grant, amount }) : (grant as Delegation);

const amount = fc.oneof(fc.constantFrom(1n, 255n, 256n, UNLIMITED), fc.bigInt({ min: 1n, max: UNLIMITED }));
const step = fc.record({ grant: fc.nat(GRANTS.length - 1), amount, removes: fc.boolean() });
/** Runs of puts and of removals for one pair: random steps alone never fill a pair. */
const run = fc.record({
  first: fc.nat(GRANTS.length - 1),
  length: fc.integer({ min: 1, max: 60 }),
  amount,
  removes: fc.boolean(),
});
const steps = fc
  .array(
    fc.oneof(
      step.map((each) => [each]),
      run.map(stepsOf),
    ),
    { maxLength: 12 },
  )
  .map((each) => each.flat());

function stepsOf({
  first,
  length,
  ...what
}: {
  first: number;
  length: number;
  amount: bigint;
  removes: boolean;
}) {
  return Array.from({ length }, (_, i) => ({ ...what, grant: (first + i) % GRANTS.length }));
}

/** A beginning that depends on the delegation. The time of some is not known. */
function beginningOf(delegation: Delegation) {
  const digest = hash('sha256', `${identify(delegation)} ${findAmount(delegation)}`);
  const timestamp = Number.parseInt(digest.slice(0, 10), 16);
  return { tx: `0x${digest}`, timestamp: timestamp % 3 === 0 ? null : timestamp } as const;
}

const put = (delegation: Delegation) => putDelegation(pairs, delegation, beginningOf(delegation));

/** Looks for every possible grant in its pair. */
function assertSame(model: ReadonlyMap<string, Delegation>): void {
  const wrong = GRANTS.filter((grant) => {
    const pair = readPair(pairs, grant);
    const expected = model.get(identify(grant));
    return !isDeepStrictEqual(
      [pair?.find(grant), pair?.findDated(grant)],
      [expected, expected && { delegation: expected, ...beginningOf(expected) }],
    );
  });
  expect(wrong).toEqual([]);
}

test('grants that are put are found and removed ones are not, for any number of grants in a pair', () => {
  let most = 0;
  let emptied = 0;
  fc.assert(
    fc.property(steps, (given) => {
      const model = new Map<string, Delegation>();
      environment.transactionSync(() => {
        pairs.clearSync();
        for (const { grant: index, amount, removes } of given) {
          const grant = GRANTS[index];
          if (!grant) continue;
          const delegation = withAmount(grant, amount);
          if (removes) {
            removeDelegation(pairs, delegation);
            model.delete(identify(grant));
          } else {
            put(delegation);
            model.set(identify(grant), delegation);
          }
        }
      });
      assertSame(model);
      most = Math.max(most, pairs.getCount());
      // A pair without grants leaves no record.
      if (model.size === 0) {
        expect(pairs.getCount()).toBe(0);
        emptied++;
      }
    }),
    { seed: SEED, numRuns: 150 },
  );
  // Some pairs had one record per grant, and some lost all grants.
  expect(most).toBeGreaterThan(WALLETS.length * 2 + 20);
  expect(emptied).toBeGreaterThan(1);
});

test('a pair that is split, loses all but one grant and grows again is right at every step', () => {
  const own = GRANTS.filter(({ from, to }) => from === WALLETS[0] && to === WALLETS[1]);
  const model = new Map<string, Delegation>();
  pairs.clearSync();
  const putGrant = (grant: Grant, amount: bigint) => {
    const delegation = withAmount(grant, amount);
    environment.transactionSync(() => put(delegation));
    model.set(identify(grant), delegation);
    assertSame(model);
  };
  const remove = (grant: Grant) => {
    environment.transactionSync(() => removeDelegation(pairs, withAmount(grant, 3n)));
    model.delete(identify(grant));
    assertSame(model);
  };
  for (const grant of own) putGrant(grant, 1n);
  expect(pairs.getCount()).toBe(own.length + 1);
  for (const grant of own) putGrant(grant, UNLIMITED);
  for (const grant of own.slice(1)) remove(grant);
  expect(pairs.getCount()).toBe(2);
  for (const grant of own) putGrant(grant, 7n);
  for (const grant of own) remove(grant);
  expect(pairs.getCount()).toBe(0);
  // Removing a missing grant changes nothing.
  for (const grant of own.slice(0, 3)) remove(grant);
  expect(pairs.getCount()).toBe(0);
});

test('a transaction that throws writes nothing', () => {
  pairs.clearSync();
  const [one, other] = GRANTS;
  if (!one || !other) throw new Error('There are no grants.');
  environment.transactionSync(() => put(withAmount(one, 1n)));
  expect(() =>
    environment.transactionSync(() => {
      put(withAmount(other, 1n));
      throw new Error('Roll back.');
    }),
  ).toThrow('Roll back.');
  assertSame(new Map([[identify(one), withAmount(one, 1n)]]));
});
