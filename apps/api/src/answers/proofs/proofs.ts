/** Answers checks with proofs: the ledger answers first, then storage at exactly that block has to agree. */
import type { Answer, Question } from '@mandate/core';
import type { LedgerWatch } from '@mandate/feed';
import type { Block } from '@mandate/store';
import type { Asker } from '../../access/limit/shares.ts';
import { ProblemError } from '../../http/problems.ts';
import { askUntilSteady, type PinBlock, type Pinned } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import type { When } from '../../request/parameters.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NodeAccess } from '../chain/node-access.ts';
import type { Checks } from '../checks.ts';
import type { ProofCache } from './proof-cache.ts';
import { type ProvenAnswer, proveQuestion } from './prove-question.ts';
import type { ReportDispute } from './report-dispute.ts';
import { assertProvable, assertProvableAt, unproven } from './unproven.ts';

export const PROOF_RESULTS = ['collected', 'cached', 'unavailable', 'disputed'] as const;
export type ProofResult = (typeof PROOF_RESULTS)[number];

export interface ProofDependencies {
  readonly checks: Pick<Checks, 'answerAt'>;
  readonly pin: PinBlock;
  readonly watch: Pick<LedgerWatch, 'wait'>;
  readonly chainReader: Pick<ChainReader, 'takePlace'>;
  readonly cache: ProofCache;
  readonly reportDispute: ReportDispute;
  readonly countProof: (result: ProofResult) => void;
}

export interface ProvenAnswers {
  readonly block: Block;
  readonly safeBlock: null;
  readonly isFinal: boolean;
  /** In the order of the questions. A problem: this one can't be proven. */
  readonly answers: readonly (ProvenAnswer | ProblemError)[];
}

/** Questions with the answers of the ledger at one block. */
interface QuestionsAtBlock {
  readonly chain: ServedChain;
  readonly pinned: Pinned;
  readonly questions: readonly Question[];
  readonly ledger: readonly (Answer | ProblemError)[];
  /** Proofs of these questions at this block that were collected before. */
  readonly cached: readonly (ProvenAnswer | null)[];
}

export type Proofs = ReturnType<typeof createProofs>;

/** The ledger notices within this time that the chain went back, if that is why the nodes lack a block. */
const REORG_WAIT_MS = 1_000;

export function createProofs(dependencies: ProofDependencies) {
  const { checks, pin, watch, chainReader, cache } = dependencies;
  const judge = createJudge(dependencies);

  /** Proves the answers to questions about one chain, all at one block. */
  async function answer(
    chain: ServedChain,
    questions: readonly Question[],
    when: When,
    asker: Asker,
  ): Promise<ProvenAnswers> {
    assertProvable(chain);
    return askUntilSteady(chain, async () => {
      const pinned = await pin(chain, when);
      assertProvableAt(chain, pinned.block.number);
      const cached = questions.map((question) => findCached(chain, question, pinned.block));
      // Cached proofs need no node, so they need no place either.
      const place = cached.every(Boolean) ? null : chainReader.takePlace(chain.chainId, asker, 'proofs');
      try {
        const known = await checks.answerAt(chain, questions, pinned);
        if (!known) return null;
        return await proveAll({ chain, pinned, questions, ledger: known.answers, cached }, when, place);
      } finally {
        place?.give();
      }
    });
  }

  function findCached({ chainId }: ServedChain, question: Question, { number, hash }: Pinned['block']) {
    const found = cache.find(chainId, number, question);
    return found && (hash === null || hash === found.block.hash) ? found : null;
  }

  /** Returns null if the chain went back meanwhile. */
  async function proveAll(
    asked: QuestionsAtBlock,
    when: When,
    place: NodeAccess | null,
  ): Promise<ProvenAnswers | null> {
    const { chain, pinned, questions, cached } = asked;
    const block = findBlock(cached) ?? (await completeBlock(place, chain, pinned));
    if (!block) return null;
    const settled = await proveEach(asked, place, block);
    const hasFailed = settled.some(({ status }) => status === 'rejected');
    if (await wentBack(chain, when, pinned, hasFailed ? REORG_WAIT_MS : 0)) return null;
    const isLasting = pinned.isFinal || when.blockTag === 'finalized';
    const answers = await Promise.all(settled.map((result, i) => judge(asked, i, result)));
    for (const [i, proven] of answers.entries()) {
      const question = questions[i];
      if (question && isLasting && !(proven instanceof ProblemError))
        cache.add(chain.chainId, question, proven);
    }
    return { block, safeBlock: null, isFinal: pinned.isFinal, answers };
  }

  /** Tells whether the ledger has gone back, or does so within this time. A final block stays. */
  async function wentBack(
    chain: ServedChain,
    when: When,
    { rewinds, isFinal }: Pinned,
    waitMs: number,
  ): Promise<boolean> {
    const until = performance.now() + waitMs;
    const enough = AbortSignal.timeout(waitMs);
    while (!isFinal) {
      // The wait begins before the look, so that nothing in between is missed.
      const moved = watch.wait([chain.chainId], enough);
      if ((await pin(chain, when)).rewinds !== rewinds) return true;
      if (performance.now() >= until) return false;
      await moved;
    }
    return false;
  }

  return { answer };
}

/** Proves what is not cached. `null` if the ledger has no answer to compare with. */
function proveEach(
  { chain, questions, ledger, cached }: QuestionsAtBlock,
  place: NodeAccess | null,
  block: Block,
) {
  return Promise.allSettled(
    questions.map(async (question, i) => {
      const registry = chain.registries[question.registry];
      if (!registry || ledger[i] instanceof ProblemError) return null;
      return cached[i] ?? (place && proveQuestion(place, registry, question, block));
    }),
  );
}

/** Finds the hash of a block in which nothing happened: the ledger knows only its number. */
async function completeBlock(
  place: NodeAccess | null,
  chain: ServedChain,
  pinned: Pinned,
): Promise<Block | null> {
  if (!place) return null;
  try {
    // A time is answered for the block that the ledger names: nothing happened between the two.
    return await place.completeBlock(pinned, {});
  } catch (error) {
    throw unproven(error, chain, pinned);
  }
}

/** Finds the block of proofs that were collected before. */
function findBlock(cached: QuestionsAtBlock['cached']): Block | null {
  return cached.find((each) => each !== null)?.block ?? null;
}

/** Creates a judge that compares a proof with the ledger. */
function createJudge({ reportDispute, countProof }: Pick<ProofDependencies, 'reportDispute' | 'countProof'>) {
  return async (
    { chain, questions, ledger, cached, pinned }: QuestionsAtBlock,
    i: number,
    result: PromiseSettledResult<ProvenAnswer | null>,
  ): Promise<ProvenAnswer | ProblemError> => {
    const [question, known] = [questions[i], ledger[i]];
    if (!question || known === undefined)
      throw new TypeError(`Expected ${questions.length} answers of the ledger, and got ${ledger.length}.`);
    if (known instanceof ProblemError) return known;
    if (result.status === 'rejected') {
      countProof('unavailable');
      return unproven(result.reason, chain, pinned);
    }
    const { value: proven } = result;
    if (!proven)
      throw new TypeError(
        `Expected a proof of the ${question.registry} registry of ${chain.name}, and got none.`,
      );
    if (proven.answer === known) {
      countProof(cached[i] ? 'cached' : 'collected');
      return proven;
    }
    countProof('disputed');
    await reportDispute(chain, question, known, proven);
    const detail = `The ledger and the proof of block ${proven.block.number} of ${chain.name} contradict each other, so neither is sent. The operator is notified. Ask another service.`;
    return new ProblemError('proof_disputed', detail);
  };
}
