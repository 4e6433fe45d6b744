import { expect, test } from 'vitest';
import { ProofError } from './proof-error.ts';
import { buildDeepState } from './testing/deep-state.ts';
import { verifyAnswer } from './verify-answer.ts';

test('a proof of the depth of mainnet', () => {
  const { question, proven, answer } = buildDeepState();
  const { registry, slots, nodes } = proven.proof;
  expect(nodes).toHaveLength(47);
  const proved = verifyAnswer({ question, registry, header: proven.block.header, slots, nodes });
  expect(proved.answer).toBe(answer);
  expect(answer).toBe(true);
  expect(proved.header.hash).toBe(proven.block.hash);
  const noSlots = { question, registry, header: proven.block.header, slots: [], nodes };
  expect(() => verifyAnswer(noSlots)).toThrow(ProofError);
});
