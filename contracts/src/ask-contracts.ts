import type { Answer, Question } from '@mandate/core';
import type { Hex } from 'viem';
import { viewOfQuestion } from './contract-views.ts';
import type { LocalChain } from './local-chain.ts';
import { registryOf } from './writes.ts';

/** Asks the registries of a chain at the end of a block. */
export async function askContracts(
  chain: LocalChain,
  questions: readonly Question[],
  blockHash: Hex,
): Promise<Answer[]> {
  const views = questions.map(viewOfQuestion);
  // Each view is of one call.
  const calls = questions.map((question, i) => {
    return { to: registryOf(chain, question), data: views[i]?.calls[0] ?? '0x' };
  });
  const words = await chain.ask(calls, blockHash);
  return views.map((view, i) => view.read([words[i] ?? '0x']));
}
