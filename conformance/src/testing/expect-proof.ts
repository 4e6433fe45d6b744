/** Requires that a proof verifies against the block that the headers name, and proves the value beside it. */
import assert from 'node:assert/strict';
import type { LocalChain } from '@mandate/contracts';
import type { Question } from '@mandate/core';
import { type ProvenCheck, verifyAnswer } from '@mandate/proof';
import type { Answered } from './ask.ts';

export function expectProof(
  { registries }: LocalChain,
  question: Question,
  { headers, text }: Answered,
): void {
  const { value, block, proof } = JSON.parse(text) as ProvenCheck;
  const address = registries[question.registry];
  assert(address, `The chain has no ${question.registry} registry.`);
  assert.equal(proof.registry.toLowerCase(), address.toLowerCase());
  const { header, answer } = verifyAnswer({
    question,
    registry: address,
    header: block.header,
    ...pick(proof),
  });
  assert.equal(String(answer), String(value));
  assert.deepEqual(
    [header.number, header.hash, header.timestamp],
    [block.number, block.hash, block.timestamp],
  );
  assert.deepEqual(
    [String(block.number), block.hash, String(block.timestamp)],
    ['x-block-number', 'x-block-hash', 'x-block-timestamp'].map((name) => headers.get(name)),
  );
}

const pick = ({ slots, nodes }: ProvenCheck['proof']) => ({ slots, nodes });
