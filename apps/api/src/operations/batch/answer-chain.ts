/** The checks of a batch that ask one chain: all at one block, each as the same check by itself. */
import type { Answer, Question } from '@mandate/core';
import type { PastBlock, Reader } from '@mandate/store';
import { answerOf } from '../../answers/checks.ts';
import type { ProblemError } from '../../http/problems.ts';
import { askUntilSteady, hasBlock, isNow, type Pin, type Pinned, uncertain } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import { assertKnown } from '../../request/freshness.ts';
import type { Values } from '../../request/read-parameters.ts';

export interface ChainAnswers {
  readonly block: PastBlock;
  /** The safe block of a strict batch. */
  readonly safeBlock: number | null;
  /** In the order of the questions. A problem: this one can't be known. */
  readonly answers: readonly (Answer | ProblemError)[];
}

export type AnswerChain = (
  chain: ServedChain,
  questions: readonly Question[],
  when: Values,
) => Promise<ChainAnswers>;

export interface AnswerDependencies {
  readonly reader: Pick<Reader, 'findSatisfyingAll' | 'listUncertain'>;
  readonly pin: Pin;
}

/** Throws where nothing of the chain can be known. */
export function createAnswerChain({ reader, pin }: AnswerDependencies): AnswerChain {
  return (chain, questions, when) =>
    askUntilSteady(chain, async () =>
      isNow(when) ? answerNow(chain, questions) : answerAt(chain, questions, await pin(chain, when)),
    );

  /** Null, here and below: the chain went back meanwhile. */
  async function answerNow(chain: ServedChain, questions: readonly Question[]): Promise<ChainAnswers | null> {
    const read = await reader.findSatisfyingAll(chain.chainId, questions);
    assertKnown(chain, read?.checkpoint);
    if (!read || read.isTorn) return null;
    const { checkpoint, found } = read;
    const answers = questions.map((question, i) => answerOf(question, found[i] ?? []));
    return { block: checkpoint.block, safeBlock: null, answers };
  }

  async function answerAt(
    chain: ServedChain,
    questions: readonly Question[],
    pinned: Pinned,
  ): Promise<ChainAnswers | null> {
    const { block, readUpTo, safeBlock, isPast } = pinned;
    const problems = isPast ? await findUncertain(chain, questions, pinned) : null;
    const read = await reader.findSatisfyingAll(chain.chainId, questions, readUpTo, safeBlock);
    if (!read || read.isTorn || !hasBlock(read.checkpoint, pinned)) return null;
    const answers = questions.map((question, i) => {
      const problem = question.registry === 'v1' ? problems?.get(question.from) : undefined;
      return problem ?? answerOf(question, read.found[i] ?? []);
    });
    return { block, safeBlock, answers };
  }

  /** Finds the v1 vaults whose grants can't be known, each with the problem that says so. */
  async function findUncertain(chain: ServedChain, questions: readonly Question[], pinned: Pinned) {
    const vaults = new Set(questions.flatMap(({ registry, from }) => (registry === 'v1' ? [from] : [])));
    if (vaults.size === 0) return null;
    const { readUpTo, safeBlock } = pinned;
    const found = await reader.listUncertain(chain.chainId, readUpTo, [...vaults], safeBlock);
    return new Map<string, ProblemError>(
      found.map((vault) => [vault, uncertain(chain, 'this vault', pinned)]),
    );
  }
}
