import type { Eligibility } from '@mandate/sdk';
import { expect, test } from 'vitest';
import { adviseOn, describeEligibility, describeReason } from './describe-eligibility.ts';
import type { ClaimQuestion } from './read-claim.ts';

const QUESTION: ClaimQuestion = { wallet: '0x01', contract: '0x02', chainId: 1 };
const ANSWER: Eligibility = {
  eligible: true,
  balance: 3n,
  complete: true,
  standard: 'ERC721',
  holders: [],
  unknown: [],
  block: { chainId: 1, number: 1, hash: null, timestamp: null },
  safeBlock: null,
};
const describe = (answer: Partial<Eligibility>, question: Partial<ClaimQuestion> = {}) =>
  describeEligibility({ ...QUESTION, ...question }, { ...ANSWER, ...answer });

test('a yes names what was counted', () => {
  expect(describe({})).toEqual({
    kind: 'yes',
    headline: 'Yes, may claim',
    note: '3 tokens counted, 1 needed.',
  });
  expect(describe({ complete: false }).note).toBe('At least 3 tokens counted, 1 needed.');
  expect(describe({}, { moment: { when: 'block', at: 1 } }).headline).toBe('Yes, could claim');
  expect(describe({ standard: 'ERC20', balance: 2_500n }, { min: 1_000n }).note).toBe(
    '2,500 base units counted, 1,000 needed.',
  );
});

test('an unknown answer is not a no', () => {
  expect(describe({ eligible: false, balance: 0n })).toEqual({
    kind: 'no',
    headline: 'No',
    note: '0 tokens counted, 1 needed. Everything that counts could be read.',
  });
  expect(describe({ eligible: null, balance: 1n, complete: false }, { min: 2n })).toEqual({
    kind: 'unknown',
    headline: 'Not known',
    note: 'At least 1 token counted, 2 needed. This is not a no: see below.',
  });
});

test('a reason that is not known yet has the advice of the service', () => {
  expect([describeReason('no_state'), adviseOn('no_state', 'x')]).toEqual([
    'No node can still read that block',
    'Choose now or a later block.',
  ]);
  expect([describeReason('new_reason'), adviseOn('new_reason', 'Do this.')]).toEqual([
    'new_reason',
    'Do this.',
  ]);
});
