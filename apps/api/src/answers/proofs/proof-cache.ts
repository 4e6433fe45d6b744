/** Keeps proofs of final blocks, which never change, within a number of bytes. */
import { identify, type Question } from '@mandate/core';
import type { ProvenAnswer } from './prove-question.ts';

const MIB = 2 ** 20;
const MAX_BYTES = 32 * MIB;
/** The memory that a text takes besides its digits, each of which is a byte. */
const BYTES_EACH = 40;

export type ProofCache = ReturnType<typeof createProofCache>;

/** Forgets the proofs that were not asked for the longest. */
export function createProofCache(maxBytes = MAX_BYTES) {
  // A Map keeps the order of insertion, so an entry that is asked for is inserted again.
  const entries = new Map<string, { readonly proven: ProvenAnswer; readonly bytes: number }>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    find(chainId: number, block: number, question: Question): ProvenAnswer | null {
      const key = keyOf(chainId, block, question);
      const found = entries.get(key);
      if (!found) return null;
      entries.delete(key);
      entries.set(key, found);
      return found.proven;
    },
    add(chainId: number, question: Question, proven: ProvenAnswer): void {
      const key = keyOf(chainId, proven.block.number, question);
      const size = bytesOf(key, proven);
      remove(key);
      if (size > maxBytes) return;
      entries.set(key, { proven, bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    bytes: () => bytes,
  };
}

const keyOf = (chainId: number, block: number, question: Question) =>
  `${chainId} ${block} ${identify(question)}`;

function bytesOf(key: string, { block, header, slots, nodes }: ProvenAnswer): number {
  const texts = [key, block.hash, header, ...slots.flatMap(({ slot, value }) => [slot, value]), ...nodes];
  return texts.reduce((sum, { length }) => sum + BYTES_EACH + length, 0);
}
