/** Asks the registry contracts. */
import type { LocalChain, Transaction } from '@mandate/contracts';
import { type ContractView, viewOfQuestion } from '@mandate/contracts';
import type { Address, Answer, Question, Registry } from '@mandate/core';
import type { Hex } from 'viem';
import { registryOf } from './play.ts';

export interface ViewQuestion<T = unknown> {
  readonly registry: Registry;
  /** The contract with the view, if that is not the registry itself. */
  readonly contract?: Address;
  readonly view: ContractView<T>;
}

/** Asks all questions in one call at one block. */
export async function askViews<T>(
  chain: LocalChain,
  asked: readonly ViewQuestion<T>[],
  blockHash: Hex,
): Promise<T[]> {
  return readViews(asked, await chain.ask(listCalls(chain, asked), blockHash));
}

/** Asks the registries' own checks at one block. */
export function askChecks(
  chain: LocalChain,
  questions: readonly Question[],
  blockHash: Hex,
): Promise<Answer[]> {
  const asked = questions.map((each) => ({ registry: each.registry, view: viewOfQuestion(each) }));
  return askViews(chain, asked, blockHash);
}

/** Asks all questions as if only these transactions had followed a block. */
export async function askViewsAfter<T>(
  chain: LocalChain,
  asked: readonly ViewQuestion<T>[],
  block: number,
  transactions: readonly Transaction[],
): Promise<T[]> {
  return readViews(asked, await chain.askAfter(block, transactions, listCalls(chain, asked)));
}

function listCalls(chain: LocalChain, asked: readonly ViewQuestion[]) {
  return asked.flatMap(({ registry, contract = registryOf(chain, registry), view }) =>
    view.calls.map((data) => ({ to: contract, data })),
  );
}

function readViews<T>(asked: readonly ViewQuestion<T>[], results: readonly Hex[]): T[] {
  let next = 0;
  return asked.map(({ view }) => {
    const first = next;
    next += view.calls.length;
    return view.read(results.slice(first, next));
  });
}
