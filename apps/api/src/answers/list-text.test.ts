import {
  createDelegation,
  type Delegation,
  KINDS,
  listKinds,
  parseAddress,
  parseRights,
  REGISTRY_IDS,
} from '@mandate/core';
import { MAX_ROW_BYTES, writeRow } from '@mandate/read-model/rows';
import fc from 'fast-check';
import { getAddress } from 'viem';
import { expect, test } from 'vitest';
import { createListText } from './list-text.ts';

const SEED = 17;
const UINT256 = 2n ** 256n - 1n;
const bytes = Buffer.alloc(MAX_ROW_BYTES);
const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((each) => Buffer.from(each).toString('hex'));
const address = hex(20).map((digits) => parseAddress(`0x${digits}`));
const uint = fc.oneof(
  fc.bigInt(0n, 300n),
  fc.bigInt(0n, UINT256),
  fc.constant(UINT256),
  fc.constant(2n ** 53n),
);
const shape = fc.constantFrom(
  ...REGISTRY_IDS.flatMap((registry) => listKinds(registry).map((kind) => ({ registry, kind }))),
);
const rights = fc.oneof(fc.constant('0'.repeat(64)), hex(32)).map((digits) => parseRights(`0x${digits}`));
const delegation = fc
  .record({ shape, from: address, to: address, contract: address, tokenId: uint, rights, amount: uint })
  .map(({ shape: { registry, kind }, ...fields }) => createDelegation({ registry, kind, ...fields }));
const side = fc.constantFrom('from' as const, 'to' as const);

/** The row as JSON, its numbers as texts, by other means. */
function expectedOf(d: Delegation): unknown {
  const { type, tokenType } = KINDS[d.kind];
  const contract = 'contract' in d ? getAddress(d.contract) : null;
  const tokenId = 'tokenId' in d ? String(d.tokenId) : null;
  const [from, to] = [getAddress(d.from), getAddress(d.to)];
  if (d.registry === 'v1') return { type, delegate: to, vault: from, contract, tokenId };
  const amount = 'amount' in d ? String(d.amount) : null;
  return { type, from, to, contract, tokenId, rights: d.rights, tokenType, amount };
}

test('a row has every digit of its numbers, and addresses as people see them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(delegation, side), { minLength: 1, maxLength: 4 }), (rows) => {
      for (const [each, direction] of rows) {
        writeRow(each, { block: 1, log: 2 }, direction, bytes, 0);
        const texts = (['string', 'number'] as const).map((numbers) => {
          const text = createListText(each[direction], numbers);
          text.add(direction, bytes, 0);
          return text.take();
        });
        expect(texts[0]).toBe(`,${JSON.stringify(expectedOf(each))}`);
        // Numbers have the same digits as strings, without quotes.
        expect(texts[1]).toBe(texts[0]?.replaceAll(/"(tokenId|amount)":"(\d+)"/g, '"$1":$2'));
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test('many rows are one text, and rows that nobody took come into no other', () => {
  const [first, second] = fc.sample(delegation, { seed: SEED, numRuns: 2 });
  if (!first || !second) throw new Error('Two were to be drawn.');
  writeRow(first, { block: 1, log: 2 }, 'from', bytes, 0);
  createListText(first.from).add('from', bytes, 0);

  writeRow(second, { block: 1, log: 2 }, 'from', bytes, 0);
  const text = createListText(second.from, 'string');
  for (let rows = 0; rows < 1_000; rows++) text.add('from', bytes, 0);
  expect(text.take()).toBe(`,${JSON.stringify(expectedOf(second))}`.repeat(1_000));
  expect(text.take()).toBe('');
});
