/** Calls contracts that anyone may have written: by a program for all of them, or one by one where nodes need `to`. */
import type { Hex } from 'viem';
import { numberToHex } from 'viem/utils';
import type { AskAround } from './ask-around.ts';
import type { Parser } from './parse.ts';
import type { Outcome } from './rpc/answers.ts';
import { RpcError } from './rpc/errors.ts';
import type { CallAnswer, ContractCall, Source } from './source.ts';

/** A call pays for its transaction, too: 21,000 gas on Ethereum, and more on ZK Stack chains. */
const TRANSACTION_GAS = 100_000;
/** Messages about code that broke off. Other messages are about the node. */
const BROKE_OFF = /out ?of ?gas|invalid (?:opcode|jump)|stack ?(?:under|over)flow|\bEVM error\b/i;
const REVERT_DATA = /^0x(?:[0-9a-f]{2})+$/i;

export function createContractCalls(
  around: AskAround,
  parse: Pick<Parser, 'hex'>,
): Pick<Source, 'runCode' | 'callEach'> {
  /** Throws if the node, rather than the contract, is the cause. */
  function readOutcome(outcome: Outcome): CallAnswer {
    if ('result' in outcome) return { type: 'returned', bytes: parse.hex(outcome.result) };
    const { error } = outcome;
    if (!(error instanceof RpcError)) throw error;
    // Code that runs out of gas gives no data, and on some chains the same message.
    if (error.isRevert) return { type: REVERT_DATA.test(String(error.data)) ? 'reverted' : 'failed' };
    if (BROKE_OFF.test(error.said)) return { type: 'failed' };
    throw error;
  }

  return {
    async runCode(programs, blockHash) {
      const calls = programs.map(({ code, gas }) => ({
        method: 'eth_call',
        params: [{ data: code, gas: numberToHex(gas) }, { blockHash }],
      }));
      return (await around.askAll(calls)).map((answer) => parse.hex(answer));
    },
    async callEach(calls, blockHash) {
      return (await around.settleAll(calls.map((call) => encode(call, blockHash)))).map(readOutcome);
    },
  };
}

function encode({ contract, data, gas }: ContractCall, blockHash: Hex) {
  if (data === undefined) return { method: 'eth_getCode', params: [contract, { blockHash }] };
  const limit = gas === undefined ? {} : { gas: numberToHex(gas + TRANSACTION_GAS) };
  return { method: 'eth_call', params: [{ to: contract, data, ...limit }, { blockHash }] };
}
