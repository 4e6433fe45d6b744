import { outcomeOf, type Progress } from '@mandate/sdk/transactions';
import { expect, test } from 'vitest';
import { describeProgress } from './progress-words.ts';

const hash = `0x${'ab'.repeat(32)}` as const;
const wanted = '0x3333000000000000000000000000000000000003';
const nameOf = () => 'Base';

const ALL: Progress[] = [
  { step: 'switching', chainId: 8_453 },
  { step: 'wrongChain', chainId: 8_453, reason: { code: 'declined', message: null } },
  { step: 'wrongChain', chainId: 8_453, reason: { code: 'unknownChain', message: 'no' } },
  { step: 'wrongChain', chainId: 8_453, reason: { code: 'otherChain', message: null } },
  { step: 'wrongAccount', account: null, wanted },
  { step: 'wrongAccount', account: wanted, wanted },
  { step: 'simulating' },
  { step: 'refused', reason: { code: 'said', message: 'execution reverted' } },
  { step: 'signing', gas: null, feeWei: null, isWholeFee: false },
  { step: 'rejected' },
  { step: 'failed', reason: { code: 'said', message: 'nonce too low' } },
  { step: 'sent', hash, replaces: null },
  { step: 'sent', hash, replaces: hash },
  { step: 'paused', hash, chainId: 8_453, isGone: false },
  { step: 'paused', hash, chainId: 8_453, isGone: true },
  { step: 'cancelled', hash, by: hash },
  { step: 'cancelled', hash, by: null },
  { step: 'dropped', hash },
  { step: 'reverted', hash, block: 7 },
  { step: 'inBlock', hash, block: 7, doubt: null },
  { step: 'inBlock', hash, block: 7, doubt: { code: 'unseen' } },
  { step: 'known', hash, block: 7 },
  { step: 'safe', hash, block: 7 },
  { step: 'takenBack', hash, block: 7, isWaiting: true },
  { step: 'takenBack', hash, block: 7, isWaiting: false },
  { step: 'changedLater', hash, block: 7 },
];

test.each(ALL)('$step is told in whole sentences', (progress) => {
  const { title, detail } = describeProgress(progress, nameOf);
  expect(title).toMatch(/^[A-Z].*[^.]$/);
  expect(detail).toMatch(/^[a-zA-Z].*\.$/);
  expect(detail).not.toMatch(/[a-z] [A-Z][a-z]+ was (?:sent|changed)|\.\.|undefined|null|8453/);
});

test('a failure without change offers a new attempt, and says that nothing was changed', () => {
  const failed = ALL.filter((each) => {
    return outcomeOf(each).canRetry && !['takenBack', 'wrongAccount', 'changedLater'].includes(each.step);
  });
  expect(failed.map(({ step }) => step)).toContain('reverted');
  for (const progress of failed) {
    expect(describeProgress(progress, nameOf).detail.toLowerCase()).toContain('nothing was changed');
  }
});

test('only the service’s word makes it done, until a later change', () => {
  const done = ALL.filter((each) => outcomeOf(each).isDone).map(({ step }) => step);
  expect(done).toEqual(['known', 'safe']);
});
