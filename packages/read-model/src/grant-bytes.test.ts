import {
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  findAmount,
  grantOf,
  identify,
  type Kind,
  listKinds,
  parseAddress,
  parseRights,
  REGISTRY_IDS,
  type Registry,
  type Rights,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  endOfAmount,
  endOfGrant,
  MAX_GRANT_BYTES,
  readNumber,
  writeGrant,
  writeNumber,
} from './grant-bytes.ts';

const SEED = 9;

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((each) => Buffer.from(each).toString('hex'));
/** Few addresses, so that grants often differ in one field only, and any addresses, so that no byte is special. */
const few = fc.constantFrom('00'.repeat(20), `${'00'.repeat(19)}01`, 'ff'.repeat(20));
const address = fc.oneof(few, hex(20)).map((digits) => parseAddress(`0x${digits}`));
const rights = fc
  .oneof(fc.constantFrom('00'.repeat(32), `01${'00'.repeat(31)}`, `${'00'.repeat(31)}01`), hex(32))
  .map((digits) => parseRights(`0x${digits}`));
const uint256 = fc.oneof(
  fc.constantFrom(0n, 1n, 15n, 16n, 255n, 256n, 2n ** 128n, UNLIMITED - 1n, UNLIMITED),
  fc.bigInt({ min: 0n, max: UNLIMITED }),
);
const delegation: fc.Arbitrary<Delegation> = fc
  .record({
    shape: fc.constantFrom(
      ...REGISTRY_IDS.flatMap((registry) => listKinds(registry).map((kind) => ({ registry, kind }))),
    ),
    fields: fc.record({ contract: address, tokenId: uint256, rights, amount: uint256 }),
  })
  .map(({ shape, fields }) => {
    const wallet = parseAddress(`0x${'00'.repeat(20)}`);
    return createDelegation({ ...shape, ...fields, from: wallet, to: wallet });
  });

function bytesOf(given: Delegation): Buffer {
  const bytes = Buffer.alloc(MAX_GRANT_BYTES);
  return bytes.subarray(0, writeGrant(given, bytes, 0));
}

test('numbers are read back, with the place where they end', () => {
  fc.assert(
    fc.property(uint256, fc.nat(5), (number, start) => {
      const bytes = Buffer.alloc(start + 33, 0xee);
      const end = writeNumber(number, bytes, start);
      expect(readNumber(bytes.subarray(0, end), start)).toBe(number);
      expect(bytes.subarray(0, start).every((byte) => byte === 0xee)).toBe(true);
      expect(bytes.subarray(end).every((byte) => byte === 0xee)).toBe(true);
    }),
    { seed: SEED },
  );
});

test('two grants have the same bytes if and only if they are the same grant', () => {
  fc.assert(
    fc.property(delegation, delegation, (one, other) => {
      expect(bytesOf(one).equals(bytesOf(other))).toBe(identify(grantOf(one)) === identify(grantOf(other)));
      expect(bytesOf(one)).toEqual(bytesOf({ ...one }));
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test('the bytes of many grants in a row are split correctly', () => {
  fc.assert(
    fc.property(fc.array(delegation, { maxLength: 20 }), (delegations) => {
      const bytes = Buffer.alloc(delegations.length * MAX_GRANT_BYTES);
      let end = 0;
      for (const each of delegations) {
        end = writeGrant(each, bytes, end);
        const amount = findAmount(each);
        if (amount !== null) end = writeNumber(amount, bytes, end);
      }
      let start = 0;
      for (const each of delegations) {
        const amountAt = endOfGrant(bytes, start);
        expect(bytes.subarray(start, amountAt)).toEqual(bytesOf(each));
        const amount = findAmount(each);
        const next = endOfAmount(bytes, start, amountAt);
        if (amount === null) expect(next).toBe(amountAt);
        else expect(readNumber(bytes, amountAt)).toBe(amount);
        start = next;
      }
      expect(start).toBe(end);
    }),
    { seed: SEED },
  );
});

test('the longest grant fits, and full rights take no space', () => {
  const wallet = parseAddress(`0x${'ff'.repeat(20)}`);
  const fields = { from: wallet, to: wallet, contract: wallet, tokenId: UNLIMITED, amount: UNLIMITED };
  const longest = createDelegation({
    ...fields,
    registry: 'v2',
    kind: 'erc1155',
    rights: parseRights(`0x${'ff'.repeat(32)}`),
  });
  const bytes = Buffer.alloc(MAX_GRANT_BYTES);
  expect(writeNumber(UNLIMITED, bytes, writeGrant(longest, bytes, 0))).toBe(MAX_GRANT_BYTES);
  expect(
    bytesOf(createDelegation({ ...fields, registry: 'v2', kind: 'all', rights: FULL_RIGHTS })),
  ).toHaveLength(1);
});

test('the first byte of records on disk never changes its meaning', () => {
  const wallet = parseAddress(`0x${'ff'.repeat(20)}`);
  const firstByte = (registry: Registry, kind: Kind, rights: Rights) =>
    bytesOf(
      createDelegation({
        ...{ registry, kind, rights, from: wallet, to: wallet, contract: wallet, tokenId: 1n, amount: 1n },
      }),
    )[0];
  const vote = rightsFromText('vote');
  for (const [registry, kind, full, limited] of [
    ['v1', 'all', 0x01, 0x01],
    ['v1', 'contract', 0x02, 0x02],
    ['v1', 'token', 0x03, 0x03],
    ['v2', 'all', 0x09, 0x19],
    ['v2', 'contract', 0x0a, 0x1a],
    ['v2', 'erc721', 0x0c, 0x1c],
    ['v2', 'erc20', 0x0d, 0x1d],
    ['v2', 'erc1155', 0x0e, 0x1e],
  ] as const) {
    expect([firstByte(registry, kind, FULL_RIGHTS), firstByte(registry, kind, vote)]).toEqual([
      full,
      limited,
    ]);
  }
});

test('a truncated record is an error, not another grant', () => {
  expect(() => endOfGrant(Buffer.alloc(0), 0)).toThrow('a truncated record');
  expect(() => endOfGrant(Buffer.from([3, ...Buffer.alloc(20)]), 0)).toThrow('a truncated record');
  expect(() => endOfAmount(Buffer.from([13, ...Buffer.alloc(20)]), 0, 21)).toThrow('a truncated record');
  expect(() => endOfGrant(Buffer.from([5, ...Buffer.alloc(20)]), 0)).toThrow('unknown kind');
});
