import { expect, test } from 'vitest';
import type { GrantKind } from '../../words/grant-kinds.ts';
import { findCheck } from '../question/check-kinds.ts';
import { describeAnswer } from './describe-answer.ts';

const describe = (kind: GrantKind, value: boolean | bigint) =>
  describeAnswer({ check: findCheck('v2', kind), chainId: 1, to: '0x', from: '0x' }, value);

test.each([
  ['all', true, 'yes', 'Yes, may act'],
  ['all', false, 'no', 'No'],
  ['erc20', 0n, 'no', 'No'],
  ['erc1155', 25n, 'yes', '25'],
  ['erc20', 2_500n * 10n ** 18n, 'yes', '2,500,000,000,000,000,000,000'],
  ['erc20', 2n ** 256n - 1n, 'yes', 'Unlimited'],
] as const)('%s %s is %s: %s', (kind, value, verdict, headline) => {
  expect(describe(kind, value)).toMatchObject({ kind: verdict, headline });
});

test('texts about the past use the past tense', () => {
  const [check, moment] = [findCheck('v2', 'all'), { when: 'block', at: 7 } as const];
  const question = { check, chainId: 1, to: '0x', from: '0x', moment } as const;
  expect(describeAnswer(question, true).headline).toBe('Yes, could act');
  expect(describeAnswer(question, false).note).toBe('No delegation allowed this at that time.');
});

test('an amount is shown as its contract states it', () => {
  const check = findCheck('v2', 'erc20');
  const token = { standard: 'ERC20', name: 'USD Coin', symbol: 'USDC', decimals: 6 } as const;
  expect(describeAnswer({ check, chainId: 1, to: '0x', from: '0x' }, 2_500_000n, token)).toMatchObject({
    headline: '2.5 USDC',
    note: 'That is 2,500,000 in the smallest unit: the contract says that it has 6 decimals.',
  });
  const silent = { ...token, decimals: null };
  expect(describeAnswer({ check, chainId: 1, to: '0x', from: '0x' }, 1n, silent).note).toContain(
    'With 18 decimals',
  );
});

test('an amount is shown with the usual decimals as well, and loses no digit', () => {
  expect(describe('erc20', 2_500n * 10n ** 18n).note).toContain('that is 2,500.');
  expect(describe('erc20', 1n).note).toContain('that is 0.000000000000000001.');
  expect(describe('erc20', 2n ** 200n).note).toContain('.993782792835301376.');
});
