/** Keeps proofs of final blocks, which never change, within a number of bytes. */
import { identify, type Question } from '@mandate/core';
import { createLru } from '../../http/lru.ts';
import type { ProvenAnswer } from './prove-question.ts';

const MIB = 2 ** 20;
const MAX_BYTES = 32 * MIB;
/** The memory that a text takes besides its digits, each of which is a byte. */
const BYTES_EACH = 40;

export type ProofCache = ReturnType<typeof createProofCache>;

/** Forgets the proofs that were not asked for the longest. */
export function createProofCache(maxBytes = MAX_BYTES) {
  const entries = createLru<Entry>({ maxBytes, bytesOf: ({ bytes }) => bytes });
  return {
    find: (chainId: number, block: number, question: Question): ProvenAnswer | null =>
      entries.find(keyOf(chainId, block, question))?.proven ?? null,
    add(chainId: number, question: Question, proven: ProvenAnswer): void {
      const key = keyOf(chainId, proven.block.number, question);
      entries.set(key, { proven, bytes: bytesOf(key, proven) });
    },
    bytes: entries.bytes,
  };
}

interface Entry {
  readonly proven: ProvenAnswer;
  readonly bytes: number;
}

const keyOf = (chainId: number, block: number, question: Question) =>
  `${chainId} ${block} ${identify(question)}`;

function bytesOf(key: string, { block, header, slots, nodes }: ProvenAnswer): number {
  const texts = [key, block.hash, header, ...slots.flatMap(({ slot, value }) => [slot, value]), ...nodes];
  return texts.reduce((sum, { length }) => sum + BYTES_EACH + length, 0);
}
