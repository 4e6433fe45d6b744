import { expect, test } from 'vitest';
import { check, UNLIMITED } from './check.ts';
import { CHECK_CASES } from './check-cases.ts';
import { identify } from './delegation.ts';
import { apply, type DelegationSet, EMPTY_SET } from './delegation-set.ts';
import { listKinds, REGISTRY_IDS } from './registries.ts';

test.each(CHECK_CASES)('$name', ({ given, question, answer }) => {
  const set = given.reduce<DelegationSet>(
    (before, delegation) => apply(before, { type: 'grant', delegation }).set,
    EMPTY_SET,
  );
  expect(check(question, (grant) => set.get(identify(grant)))).toBe(answer);
});

test('the table covers every kind of every registry', () => {
  const asked = new Set(CHECK_CASES.map(({ question }) => `${question.registry} ${question.kind}`));
  const every = REGISTRY_IDS.flatMap((registry) => listKinds(registry).map((kind) => `${registry} ${kind}`));
  expect([...asked].toSorted()).toEqual(every.toSorted());
});

test('an unlimited amount is the largest word', () => {
  expect(UNLIMITED).toBe(BigInt(`0x${'f'.repeat(64)}`));
});
