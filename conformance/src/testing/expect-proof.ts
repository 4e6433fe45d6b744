/** Requires that a proof verifies against the block that the headers name, and proves the value beside it. */
import assert from 'node:assert/strict';
import { type LocalChain, registryOf } from '@mandate/contracts';
import type { Question } from '@mandate/core';
import { type ProvenCheck, verifyAnswer } from '@mandate/proof';
import type { Answered } from './ask.ts';

export function expectProof(chain: LocalChain, question: Question, { headers, text }: Answered): void {
  const { value, block, proof } = JSON.parse(text) as ProvenCheck;
  const { slots, nodes } = proof;
  const registry = registryOf(chain, question);
  assert.equal(proof.registry.toLowerCase(), registry.toLowerCase());
  const { header, answer } = verifyAnswer({ question, registry, header: block.header, slots, nodes });
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
