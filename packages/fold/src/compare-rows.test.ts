import { createDelegation, type DelegationFields, FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { AuditedRow } from '@mandate/store';
import { expect, test } from 'vitest';
import { compareRows } from './compare-rows.ts';
import type { FoldedRows } from './fold.ts';

const address = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const at = (block: number, log = 0) => ({ block, log, tx: `0x${'00'.repeat(32)}` as const, inferred: false });
const grant = (fields: Partial<DelegationFields> = {}) =>
  createDelegation({
    registry: 'v2',
    kind: 'erc20',
    from: address('a'),
    to: address('b'),
    contract: address('c'),
    rights: FULL_RIGHTS,
    amount: 5n,
    ...fields,
  });
const row = (
  since: number,
  until: number | null = null,
  fields: Partial<DelegationFields> = {},
): AuditedRow => ({
  id: 1,
  delegation: grant(fields),
  since: at(since),
  until: until === null ? null : at(until),
});

/** Compares the rows of blocks 10 to 20. */
function compare(ours: readonly AuditedRow[], theirs: readonly AuditedRow[], unknown = new Set<never>()) {
  const folded: FoldedRows = {
    begun: theirs.filter(({ since }) => since.block >= 10),
    ended: theirs.flatMap(({ until, ...rest }) =>
      rest.since.block < 10 && until ? [{ ...rest, until }] : [],
    ),
    uncertain: [],
    settled: [],
  };
  return compareRows({ first: 10, last: 20, rows: ours, folded, unknown }).map(({ kind }) => kind);
}

test('equal rows do not differ, whatever happens to them after the range', () => {
  expect(compare([row(12, 25), row(5, 11)], [row(5, 11), row(12)])).toEqual([]);
});

test.each([
  ['missing', [], [row(12)]],
  ['missing', [], [row(12, 13)]],
  ['invented', [row(12)], []],
  ['ended', [row(12, 14)], [row(12)]],
  ['ended', [row(5, 14)], []],
  ['revived', [row(12)], [row(12, 14)]],
  ['revived', [], [row(5, 14)]],
  ['amount', [row(12, null, { amount: 6n })], [row(12)]],
  ['amount', [row(12, 13, { amount: 6n }), row(13)], [row(12, 13), row(13)]],
  ['history', [row(12, 14)], [row(12, 15)]],
  ['history', [row(12), row(12)], [row(12)]],
] as const)('%s', (kind, ours, theirs) => {
  expect(compare(ours, theirs)).toEqual([kind]);
});

test('a row with other rights is invented, and the real one is missing', () => {
  const other = row(12, null, { rights: `0x${'11'.repeat(32)}` as never });
  expect(compare([other], [row(12)])).toEqual(['invented', 'missing']);
});

test('v1 grants that are not known are not compared', () => {
  const v1 = {
    ...row(12),
    delegation: createDelegation({ registry: 'v1', kind: 'all', from: address('a'), to: address('b') }),
  };
  expect(compare([v1], [])).toEqual(['invented']);
  expect(compare([v1], [], new Set([address('a')]) as never)).toEqual([]);
});
