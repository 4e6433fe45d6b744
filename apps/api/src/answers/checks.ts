/** Answers checks: a single check, the checks of a batch, and the reasons of a check. */
import { type Answer, check, type Delegation, identify, type Question } from '@mandate/core';
import type { ReadModel } from '@mandate/read-model';
import type { Block, PastBlock, Reader, Standing } from '@mandate/store';
import type { ProblemError } from '../http/problems.ts';
import { askUntilSteady, hasBlock, isNow, type PinBlock, type Pinned } from '../request/at-block.ts';
import { findAuditMark } from '../request/audit-marks.ts';
import type { ServedChain } from '../request/chains.ts';
import { assertKnown, findDoubt, uncertain } from '../request/freshness.ts';
import type { When } from '../request/parameters.ts';

export interface CheckDependencies {
  readonly reader: Pick<Reader, 'findSatisfying' | 'findSatisfyingAll' | 'explain' | 'listUncertain'>;
  /** `null` if there is none. */
  readonly readModel: Pick<ReadModel, 'check'> | null;
  readonly pin: PinBlock;
}

export type AnswerSource = 'read_model' | 'database';

export interface CheckAnswers {
  readonly block: PastBlock;
  readonly safeBlock: number | null;
  readonly isFinal: boolean;
  /** In the order of the questions. A problem: this one can't be known. */
  readonly answers: readonly (Answer | ProblemError)[];
}

export type Explained = CheckAnswers & { readonly reasons: readonly Standing[] };

export type Checks = ReturnType<typeof createChecks>;

export function createChecks({ reader, readModel, pin }: CheckDependencies) {
  /** Answers a check about now from the read model. `null` if the database has to be asked. */
  function answerAtOnce(
    chain: ServedChain,
    question: Question,
  ): { readonly answer: Answer; readonly block: Block } | null {
    const checked = findAuditMark(chain, question) ? null : readModel?.check(chain.chainId, question);
    if (!checked || findDoubt(chain, checked.checkpoint)) return null;
    return { answer: checked.answer, block: checked.checkpoint.block };
  }

  /** Answers checks about now without a pause between, and so at one block. */
  function answerAllAtOnce(chain: ServedChain, questions: readonly Question[], minBlock = 0) {
    const known = questions.flatMap((question) => answerAtOnce(chain, question) ?? []);
    const [first] = known;
    if (!first || first.block.number < minBlock || known.length < questions.length) return null;
    return { ...first, safeBlock: null, isFinal: false, answers: known.map(({ answer }) => answer) };
  }

  /** Answers questions about one chain, all at one block. Throws where nothing of the chain can be known. */
  async function answer(
    chain: ServedChain,
    questions: readonly Question[],
    when: When,
  ): Promise<CheckAnswers> {
    const known = isNow({ ...when, minBlock: undefined }) && answerAllAtOnce(chain, questions, when.minBlock);
    return known || answerFromDatabase(chain, questions, when);
  }

  function answerFromDatabase(
    chain: ServedChain,
    questions: readonly Question[],
    when: When,
  ): Promise<CheckAnswers> {
    return askUntilSteady(chain, async () =>
      answerAt(chain, questions, isNow(when) ? null : await pin(chain, when)),
    );
  }

  /** Returns null if the chain went back meanwhile. Without a pinned block, answers about now. */
  async function answerAt(
    chain: ServedChain,
    questions: readonly Question[],
    pinned: Pinned | null,
  ): Promise<CheckAnswers | null> {
    const problems = await findUncertain(chain, questions, pinned);
    const read = await find(reader, chain, questions, pinned?.readUpTo, pinned?.safeBlock);
    if (!pinned) assertKnown(chain, read?.checkpoint);
    if (!read || read.isTorn || (pinned && !hasBlock(read.checkpoint, pinned))) return null;
    const { block, safeBlock, isFinal } = pinned ?? { ...read.checkpoint, safeBlock: null, isFinal: false };
    const answers = questions.map(
      (question, i) => problemOf(chain, problems, question) ?? answerOf(question, read.found[i] ?? []),
    );
    return { block, safeBlock, isFinal, answers };
  }

  function explain(chain: ServedChain, question: Question, when: When): Promise<Explained> {
    return askUntilSteady(chain, async () => {
      // Reasons say since when a grant stands, which may be any time.
      const pinned = await pin(chain, when, 0);
      const { block, readUpTo, safeBlock, isFinal } = pinned;
      const problems = await findUncertain(chain, [question], pinned);
      const at = { atBlock: readUpTo, steadySince: safeBlock, namedBlock: block.number };
      const read = await reader.explain(chain.chainId, question, at);
      if (!read || !hasBlock(read.checkpoint, pinned)) return null;
      const found = read.found.map(({ delegation }) => delegation);
      const answers = [problemOf(chain, problems, question) ?? answerOf(question, found)];
      return { block, safeBlock, isFinal, answers, reasons: read.found };
    });
  }

  /** Finds the v1 vaults whose past grants can't be known, each with the problem that says so. */
  async function findUncertain(
    chain: ServedChain,
    questions: readonly Question[],
    pinned: Pinned | null,
  ): Promise<ReadonlyMap<string, ProblemError>> {
    const vaults = new Set(questions.flatMap(({ registry, from }) => (registry === 'v1' ? [from] : [])));
    if (!pinned?.isPast || vaults.size === 0) return new Map();
    const { readUpTo, safeBlock } = pinned;
    const found = await reader.listUncertain(chain.chainId, readUpTo, [...vaults], safeBlock);
    return new Map(found.map((vault) => [vault, uncertain(chain, 'this vault', pinned)]));
  }

  return { answerAtOnce, answer, answerFromDatabase, answerAt, explain };
}

/** Finds what stands of the grants that would satisfy each question. One that comes alone shares a statement with others. */
async function find(
  reader: Pick<Reader, 'findSatisfying' | 'findSatisfyingAll'>,
  { chainId }: ServedChain,
  questions: readonly Question[],
  ...at: readonly [atBlock: number | undefined, steadySince: number | null | undefined]
): ReturnType<Reader['findSatisfyingAll']> {
  const [only, ...others] = questions;
  if (!only || others.length > 0) return reader.findSatisfyingAll(chainId, questions, ...at);
  const read = await reader.findSatisfying(chainId, only, ...at);
  return read && { checkpoint: read.checkpoint, found: [read.found], isTorn: false };
}

function problemOf(
  chain: ServedChain,
  problems: ReadonlyMap<string, ProblemError>,
  question: Question,
): ProblemError | null | undefined {
  const { registry, from } = question;
  return findAuditMark(chain, question) ?? (registry === 'v1' ? problems.get(from) : undefined);
}

function answerOf(question: Question, found: readonly Delegation[]): Answer {
  return check(question, (grant) => {
    const identity = identify(grant);
    return found.find((delegation) => identify(delegation) === identity);
  });
}
