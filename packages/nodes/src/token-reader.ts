/** Calls a token contract many times in one question to a node. Token contracts are hostile: see `token-reader.yul`. */
import type { Address } from '@mandate/core';
import type { Hex } from 'viem';
import { concat, numberToHex, size as sizeOf, slice } from 'viem/utils';
import { lacksState } from './lacks-state.ts';
import { createOrdinaryTokenReader } from './ordinary-readers.ts';
import type { TokenAnswer, TokenReader } from './reader-types.ts';
import { createAcceptedSize } from './rpc/accepted-size.ts';
import { AnswerTooLargeError, MalformedAnswerError, RpcError } from './rpc/errors.ts';
import { lacksBlock } from './rpc/lacks-block.ts';
import type { ContractSource } from './source.ts';

/** `token-reader.yul`, compiled. Its test compiles it again. */
export const TOKEN_READER: Hex =
  '0x60df601c81600039600051908160c01c601c60085160601c9201916001610140536101419360c51c8201905b388410603c5761013f198501610140f35b9091929360219060018660003960005160001a8681600181990160203901600181019661753061012c60009384805260001990380301028701015a1160a0575b50600181036098575b815360005160018201520193929190602b565b600080526085565b906020905a9282878afa905a90039060011460cd578560049160011b1060c6575b38607c565b50600360c1565b506002601f3d111560c15750600160c156';

/** A call gets this much gas: an honest `ownerOf` that searches hundreds of storage places needs less. */
const GAS_PER_CALL = 500_000;
/** Most nodes run at most 50 million gas for one question. */
const CALLS = { first: 64, max: 64 };
/** The most times that a node is asked about one batch of calls, in smaller and smaller parts. */
const MAX_ROUNDS = 4;

const FAILED: TokenAnswer = { type: 'failed' };
const ANSWERS: readonly (TokenAnswer | null)[] = [null, null, FAILED, { type: 'reverted' }, FAILED];

export function createTokenReader(source: ContractSource): TokenReader {
  if (source.needsTo) return createOrdinaryTokenReader(source, GAS_PER_CALL);
  const size = createAcceptedSize(CALLS);

  /** Asks once for all calls, in parts that fit. */
  async function ask(contract: Address, calls: readonly Hex[], blockHash: Hex) {
    const parts = split(calls, size.current);
    const programs = parts.map((part) => programOf(contract, part));
    const answers = await source.runCode(programs, blockHash);
    return parts.flatMap((part, i) => readAnswer(source.name, answers[i] ?? '0x', part.length));
  }

  /** Does the same. `null` if a node refused, or allows less gas, so that fewer calls at once may be made. */
  async function askLess(contract: Address, calls: readonly Hex[], blockHash: Hex) {
    const atOnce = Math.min(calls.length, size.current);
    try {
      const given = await ask(contract, calls, blockHash);
      if (given.includes(null)) size.refused(atOnce);
      return given;
    } catch (error) {
      if (atOnce <= 1 || !mayBeTooMuch(error)) throw error;
      size.refused(atOnce);
      return calls.map(() => null);
    }
  }

  return {
    async read(contract, calls, blockHash) {
      const answers = new Map<number, TokenAnswer>();
      for (let round = 1; round <= MAX_ROUNDS && answers.size < calls.length; round++) {
        const open = [...calls.keys()].filter((i) => !answers.has(i));
        const given = await askLess(
          contract,
          open.flatMap((i) => calls[i] ?? []),
          blockHash,
        );
        for (const [k, i] of open.entries()) {
          const answer = given[k];
          if (answer) answers.set(i, answer);
        }
      }
      return calls.map((_, i) => answers.get(i) ?? FAILED);
    },
  };
}

/** Returns the code that makes these calls, and the gas that it needs at most. */
function programOf(contract: Address, calls: readonly Hex[]) {
  const parts = calls.flatMap((data) => [numberToHex(sizeOf(data), { size: 1 }), data]);
  const code = concat([TOKEN_READER, numberToHex(GAS_PER_CALL, { size: 8 }), contract, ...parts]);
  const gas = 200_000 + 60 * sizeOf(code) + calls.length * (GAS_PER_CALL * (33 / 32) + 20_000);
  return { code, gas: Math.ceil(gas) };
}

/** Reads the answers of the code. `null` if the call was not made. */
function readAnswer(name: string, answer: Hex, calls: number): (TokenAnswer | null)[] {
  if (sizeOf(answer) !== 1 + 33 * calls || !answer.startsWith('0x01'))
    throw new MalformedAnswerError(name, 'answer of the token reader');
  return Array.from({ length: calls }, (_, i) => {
    const start = 1 + 33 * i;
    const status = Number(slice(answer, start, start + 1));
    if (status === 1) return { type: 'word', word: slice(answer, start + 1, start + 33) };
    return ANSWERS[status] ?? null;
  });
}

/** A node that lacks the state or the block refuses any number of calls. */
function mayBeTooMuch(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(mayBeTooMuch);
  if (error instanceof AnswerTooLargeError) return true;
  return error instanceof RpcError && !lacksState(error) && !lacksBlock(error);
}

function split<T>(values: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let first = 0; first < values.length; first += size) parts.push(values.slice(first, first + size));
  return parts;
}
