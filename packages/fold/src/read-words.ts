/** Reads many words of a registry's storage in one call. */
import type { Address } from '@mandate/core';
import { createAcceptedSize, NodeUnavailableError, RpcError, type Source } from '@mandate/nodes';
import type { Hex } from 'viem';
import { toFunctionSelector } from 'viem/utils';

/** The number of words that one call reads: nodes limit its gas, and each word takes about 2,700. */
const FIRST_WORDS = 2_000;
const MAX_WORDS = 8_000;
/** A node that refuses even this few does not refuse them because of their number. */
const MIN_WORDS = 16;
/** The most calls at once. */
const CALLS_AT_ONCE = 4;

const WORD_DIGITS = 64;
const word = (value: number) => value.toString(16).padStart(WORD_DIGITS, '0');
const headOf = (slots: number) => word(32) + word(slots);

/** The form of a call to a registry: the bytes before the slots of the call, and before the words of the answer. */
export interface Asking {
  readonly before: (slots: number) => string;
  readonly answers: (slots: number) => string;
  readonly code?: Hex;
}

/** v2 has a view for it. */
export const READ_V2: Asking = {
  before: (slots) => toFunctionSelector('readSlots(bytes32[])').slice(2) + headOf(slots),
  answers: headOf,
};

/**
 * v1 has no such view. This code, run instead of its own, takes slots and returns their words: `for (i = 0; i <
 * calldatasize; i += 32) mstore(i, sload(calldataload(i))); return(0, calldatasize)`.
 */
export const READ_V1: Asking = {
  before: () => '',
  answers: () => '',
  code: '0x60005b8036111560155780355481526020016002565b366000f3',
};

/** Asks for fewer words at once if the node refuses. */
export function createReadWords(source: Source, { before, answers, code }: Asking) {
  const size = createAcceptedSize({ first: FIRST_WORDS, max: MAX_WORDS });

  async function read(registry: Address, slots: readonly Hex[], blockHash: Hex): Promise<string[]> {
    const data: Hex = `0x${before(slots.length)}${slots.map((slot) => slot.slice(2)).join('')}`;
    const answer = (await source.call(registry, data, blockHash, code)).slice(2);
    const head = answers(slots.length);
    if (answer.length !== head.length + WORD_DIGITS * slots.length || !answer.startsWith(head))
      throw new NodeUnavailableError(source.name, `malformed words of ${registry}`);
    return slots.map((_, i) => {
      const start = head.length + WORD_DIGITS * i;
      return answer.slice(start, start + WORD_DIGITS);
    });
  }

  /** Throws if fewer words would not help. */
  function learn(error: unknown, asked: number): void {
    if (!mayBeTooMuch(error) || asked <= MIN_WORDS) {
      size.failed(asked);
      throw error;
    }
    size.refused(asked);
  }

  return async (registry: Address, slots: readonly Hex[], blockHash: Hex): Promise<string[]> => {
    const words: string[] = [];
    while (words.length < slots.length) {
      const pieces = split(slots.slice(words.length), size.current, CALLS_AT_ONCE);
      const outcomes = await Promise.allSettled(pieces.map((piece) => read(registry, piece, blockHash)));
      for (const [i, answer] of outcomes.entries()) {
        const asked = pieces[i]?.length ?? 0;
        if (answer.status === 'rejected') {
          learn(answer.reason, asked);
          break;
        }
        size.accepted(asked);
        for (const each of answer.value) words.push(each);
      }
    }
    return words;
  };
}

/** Nodes have many messages for too much gas, too long an answer, and unsupported calls. */
export function mayBeTooMuch(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayBeTooMuch);
  return error instanceof RpcError || error instanceof NodeUnavailableError;
}

function split<T>(values: readonly T[], size: number, maxPieces: number): T[][] {
  const pieces: T[][] = [];
  for (let first = 0; first < values.length && pieces.length < maxPieces; first += size)
    pieces.push(values.slice(first, first + size));
  return pieces;
}
