import { expect, test } from 'vitest';
import { findCheck, type Question } from '../question/check-kinds.ts';
import { describeObstacle, describeOutcome, type Outcome } from './verification.ts';

const question: Question = {
  check: findCheck('v2', 'all'),
  chainId: 1,
  to: `0x${'1'.repeat(40)}`,
  from: `0x${'2'.repeat(40)}`,
};
const block = { chainId: 1, number: 7, hash: `0x${'a'.repeat(64)}` as const, timestamp: 1 };
const YES = { kind: 'yes', headline: 'Yes, may act' } as const;

test('a verified answer replaces the headline', () => {
  const verified: Outcome = { type: 'verified', value: false, block };
  expect(describeOutcome(question, YES, verified)).toMatchObject({ kind: 'no', headline: 'No' });
});

test.each([
  [{ type: 'refuted', part: 'answer', detail: '' }, 'refuted', 'its proof does not hold. Do not rely on'],
  [{ type: 'unconfirmed', detail: '' }, 'unknown', 'nothing confirms it'],
] as const)('%o is neither yes nor no', (outcome, kind, note) => {
  const verdict = describeOutcome(question, YES, outcome);
  expect(verdict).toMatchObject({ kind, headline: 'Not verified' });
  expect(verdict.note).toContain('The service says “Yes, may act”');
  expect(verdict.note).toContain(note);
});

test('questions that a proof cannot answer say what to choose instead', () => {
  expect(describeObstacle(question)).toBe(null);
  expect(describeObstacle({ ...question, moment: { when: 'block', at: 7 } })).toBe(null);
  expect(describeObstacle({ ...question, moment: { when: 'strict' } })).toContain('Choose the safe block');
  expect(describeObstacle({ ...question, moment: { when: 'time', at: 7 } })).toContain('Choose a block');
});
