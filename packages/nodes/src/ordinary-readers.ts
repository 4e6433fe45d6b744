/** The readers of contracts on chains whose nodes run no code without an address: each step is a call of its own. */
import { type Address, parseAddress } from '@mandate/core';
import type { Hex } from 'viem';
import { size as sizeOf, slice } from 'viem/utils';
import { QuorumError } from './quorum.ts';
import type {
  ContractReader,
  ContractStep,
  StepAnswer,
  StepGroup,
  TokenAnswer,
  TokenReader,
} from './reader-types.ts';
import { AnswerTooLargeError } from './rpc/errors.ts';
import type { CallAnswer, ContractCall, ContractSource } from './source.ts';

const WORD_BYTES = 32;
const FAILED: TokenAnswer = { type: 'failed' };

/** Makes all calls in one request if the nodes accept it. */
export function createOrdinaryTokenReader(source: ContractSource, gas: number): TokenReader {
  return {
    async read(contract, calls, blockHash) {
      try {
        const asked = calls.map((data) => ({ contract, data, gas }));
        return (await source.callEach(asked, blockHash)).map(readWord);
      } catch (error) {
        if (returnsTooMuch(error)) return calls.map(() => FAILED);
        throw error;
      }
    },
  };
}

function readWord(answer: CallAnswer): TokenAnswer {
  if (answer.type !== 'returned') return { type: answer.type };
  if (sizeOf(answer.bytes) < WORD_BYTES) return FAILED;
  return { type: 'word', word: slice(answer.bytes, 0, WORD_BYTES) };
}

/** Makes the calls of a group in a request of their own: what one contract does never changes the answer about another. */
export function createOrdinaryContractReader(source: ContractSource): ContractReader {
  async function readGroup(group: StepGroup, blockHash: Hex): Promise<StepAnswer[]> {
    const answers: StepAnswer[] = [];
    // A step that calls what the one before it returned begins another request.
    for (let first = 0; first < group.length; first = answers.length) {
      const next = group.findIndex(({ kind }, i) => i > first && kind === 'callReturned');
      const steps = group.slice(first, next < 0 ? group.length : next);
      const calls = steps.map((step) => callOf(step, answers.at(-1)));
      const made = calls.filter((call) => call !== null);
      const given = (made.length > 0 ? await source.callEach(made, blockHash) : []).values();
      steps.forEach((step, i) => {
        const answer = calls[i] ? given.next().value : null;
        answers.push(answer ? readStep(step, answer) : { type: 'none' });
      });
    }
    return answers;
  }

  return {
    read: (groups, blockHash) =>
      Promise.all(
        groups.map((group) =>
          readGroup(group, blockHash).catch((error: unknown) => {
            if (returnsTooMuch(error) || (error instanceof QuorumError && error.disagreement)) return null;
            throw error;
          }),
        ),
      ),
  };
}

/** `null` if there is no address to call. */
function callOf(
  { kind, contract, data = '0x', gas }: ContractStep,
  before?: StepAnswer,
): ContractCall | null {
  const target = kind === 'callReturned' ? findTarget(before) : contract;
  if (!target) return null;
  return kind === 'code' ? { contract: target } : { contract: target, data, gas };
}

function findTarget(before: StepAnswer | undefined): Address | null {
  if (before?.type !== 'returned' || before.length !== WORD_BYTES) return null;
  const word = BigInt(before.bytes);
  if (word === 0n || word >> 160n) return null;
  return parseAddress(`0x${word.toString(16).padStart(40, '0')}`);
}

function readStep({ maxBytes, firstByte = 0 }: ContractStep, answer: CallAnswer): StepAnswer {
  if (answer.type !== 'returned') return { type: answer.type };
  const length = sizeOf(answer.bytes);
  const end = Math.min(length, firstByte + maxBytes);
  return { type: 'returned', length, bytes: firstByte < end ? slice(answer.bytes, firstByte, end) : '0x' };
}

/** Returns whether a contract returns more than is read of any. Asking again changes nothing. */
function returnsTooMuch(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(returnsTooMuch);
  return error instanceof AnswerTooLargeError;
}
