import { expect, test } from 'vitest';
import { check } from './check.ts';
import { CHECK_CASES } from './check-cases.ts';
import { identify } from './delegation.ts';
import { apply, type DelegationSet, EMPTY_SET } from './delegation-set.ts';

test.each(CHECK_CASES)('$name', ({ given, question, answer }) => {
  const set = given.reduce<DelegationSet>(
    (before, delegation) => apply(before, { type: 'grant', delegation }).set,
    EMPTY_SET,
  );
  expect(check(question, (grant) => set.get(identify(grant)))).toBe(answer);
});

test('the table covers every kind of both registries', () => {
  const asked = new Set(CHECK_CASES.map(({ question }) => `${question.registry} ${question.kind}`));
  expect([...asked].toSorted()).toEqual([
    'v1 all',
    'v1 contract',
    'v1 token',
    'v2 all',
    'v2 contract',
    'v2 erc1155',
    'v2 erc20',
    'v2 erc721',
  ]);
});
