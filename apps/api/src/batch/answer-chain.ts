/** The checks of a batch that ask one chain: all at one block, each as the same check by itself. */
import type { ConfiguredChain } from '@mandate/config';
import type { Answer, Question } from '@mandate/core';
import type { Checkpoint, PastBlock, Reader } from '@mandate/store';
import { answerOf } from '../checks.ts';
import { assertKnown } from '../freshness.ts';
import { askUntilSteady, isNow, type Pin, type Pinned } from '../moment.ts';
import { ProblemError } from '../problems.ts';
import type { Values } from '../read-parameters.ts';

export interface ChainAnswers {
  readonly block: PastBlock;
  /** Of a strict batch: the other block that the answers hold at. */
  readonly safeBlock: number | null;
  /** In the order of the questions. A problem: this one can't be known. */
  readonly answers: readonly (Answer | ProblemError)[];
}

export type AnswerChain = (
  chain: ConfiguredChain,
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
  async function answerNow(
    chain: ConfiguredChain,
    questions: readonly Question[],
  ): Promise<ChainAnswers | null> {
    const read = await reader.findSatisfyingAll(chain.chainId, questions);
    assertKnown(chain, read?.checkpoint);
    if (!read || read.isTorn) return null;
    const { checkpoint, found } = read;
    const answers = questions.map((question, i) => answerOf(question, found[i] ?? []));
    return { block: checkpoint.block, safeBlock: null, answers };
  }

  async function answerAt(
    chain: ConfiguredChain,
    questions: readonly Question[],
    { block, alsoAt, rewinds, isPast }: Pinned,
  ): Promise<ChainAnswers | null> {
    const blocks = alsoAt === null ? [block.number] : [block.number, alsoAt];
    const uncertain = isPast ? await findUncertain(chain, questions, Math.min(...blocks)) : null;
    const reads = await Promise.all(
      blocks.map((number) => reader.findSatisfyingAll(chain.chainId, questions, number)),
    );
    // Another server than the one that chose the block may not have it yet.
    const lacks = ({ rewinds: times, block: at }: Checkpoint) =>
      times !== rewinds || at.number < block.number;
    if (reads.some((read) => !read || read.isTorn || lacks(read.checkpoint))) return null;
    const answers = questions.map((question, i) => {
      const problem = question.registry === 'v1' ? uncertain?.get(question.from) : undefined;
      if (problem) return problem;
      return reads
        .map((read) => answerOf(question, read?.found[i] ?? []))
        .reduce((one, other) => (one < other ? one : other));
    });
    return { block, safeBlock: alsoAt, answers };
  }

  /** By vault: what a v1 vault had granted by then can't always be known. */
  async function findUncertain(
    { chainId, name }: ConfiguredChain,
    questions: readonly Question[],
    block: number,
  ) {
    const vaults = new Set(questions.flatMap(({ registry, from }) => (registry === 'v1' ? [from] : [])));
    if (vaults.size === 0) return null;
    const found = await reader.listUncertain(chainId, block, [...vaults]);
    const detail = `What this vault had granted on ${name} at block ${block} can not be known.`;
    return new Map<string, ProblemError>(
      found.map((vault) => [vault, new ProblemError('history_uncertain', detail)]),
    );
  }
}
