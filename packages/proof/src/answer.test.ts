import {
  createGrant,
  FULL_RIGHTS,
  listSatisfying,
  parseAddress,
  toWord,
  type V1Grant,
  v1GrantSlot,
  v1VersionSlots,
  v2Hash,
  v2Location,
} from '@mandate/core';
import { expect, test } from 'vitest';
import { answerFrom, firstPlaces, nextPlaces } from './answer.ts';

const [from, to, contract] = ['1', '2', '3'].map((digit) => parseAddress(`0x${digit.repeat(40)}`)) as [
  never,
  never,
  never,
];
const fields = { from, to, contract, tokenId: 7n, rights: FULL_RIGHTS };
const OTHER = BigInt(`0x${'4'.repeat(40)}`);

test('v1 reads two versions, and then a place for each grant', () => {
  const question = createGrant({ ...fields, registry: 'v1', kind: 'contract' });
  const { vault, pair } = v1VersionSlots(question as V1Grant);
  expect(firstPlaces(question)).toEqual([vault, pair]);
  const grants = listSatisfying(question) as V1Grant[];
  expect(nextPlaces(question, [3n, 5n])).toEqual(
    grants.map((grant) => v1GrantSlot(grant, { vault: 3n, pair: 5n })),
  );
  expect(nextPlaces(question, [])).toEqual(
    grants.map((grant) => v1GrantSlot(grant, { vault: 0n, pair: 0n })),
  );
  expect(answerFrom(question, [3n, 5n, 0n, 0n])).toBe(false);
  expect(answerFrom(question, [3n, 5n, 0n, 1n])).toBe(true);
  expect(answerFrom(question, [3n, 5n, 1n, 0n])).toBe(true);
});

test('v2 reads who granted', () => {
  const question = createGrant({ ...fields, registry: 'v2', kind: 'contract' });
  const grants = listSatisfying(question);
  expect(firstPlaces(question)).toEqual(grants.map((grant) => v2Location(v2Hash(grant as never))));
  expect(nextPlaces(question, [1n, 1n])).toEqual([]);
  const granted = BigInt(from);
  expect(answerFrom(question, [0n, 0n])).toBe(false);
  expect(answerFrom(question, [1n, OTHER])).toBe(false);
  // The upper bytes of the word belong to something else.
  expect(answerFrom(question, [0n, granted + (9n << 160n)])).toBe(true);
  expect(answerFrom(question, [granted])).toBe(true);
});

test('v2 reads the amount, which is four words on', () => {
  const question = createGrant({ ...fields, registry: 'v2', kind: 'erc20' });
  const own = listSatisfying(question).at(-1);
  expect(firstPlaces(question).at(-1)).toBe(toWord(BigInt(v2Location(v2Hash(own as never))) + 4n));
  const none = listSatisfying(question).map(() => 0n);
  expect(answerFrom(question, none)).toBe(0n);
  expect(answerFrom(question, none.with(-1, 6n))).toBe(6n);
  expect(answerFrom(question, [])).toBe(0n);
});
