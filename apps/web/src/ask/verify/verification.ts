/** The course of a verification, and its effect on the headline. */
import type { Block } from '@mandate/sdk';
import type { TokenContract } from '@mandate/sdk/explore';
import type { ProofPart } from '@mandate/sdk/proof';
import { describeAnswer, type Verdict } from '../answer/describe-answer.ts';
import type { Question } from '../question/check-kinds.ts';
import type { Source } from './sources.ts';

export interface Step {
  readonly part: ProofPart;
  readonly detail: string;
}

export type Outcome =
  | { readonly type: 'verified'; readonly value: boolean | bigint; readonly block: Block }
  /** The proof does not hold. */
  | { readonly type: 'refuted'; readonly part: ProofPart; readonly detail: string }
  /** There is no proof, or nothing to check it against. */
  | { readonly type: 'unconfirmed'; readonly detail: string };

export interface Verification {
  readonly source: Source;
  /** The parts that held, in their order. */
  readonly steps: readonly Step[];
  /** Null while it runs. */
  readonly outcome: Outcome | null;
}

/** The parts of a proof in the order in which they are checked. */
export const PART_NAMES: Readonly<Record<ProofPart, string>> = {
  form: 'Form',
  anchor: 'Block',
  age: 'Age',
  header: 'Header',
  account: 'Registry',
  slots: 'Question',
  storage: 'Storage',
  answer: 'Answer',
};

/** Replaces the headline by the verified answer. An answer that was not confirmed is no longer shown as one. */
export function describeOutcome(
  question: Question,
  said: Verdict | undefined,
  outcome: Outcome,
  token?: TokenContract | null,
): Verdict {
  if (outcome.type === 'verified') return describeAnswer(question, outcome.value, token);
  const claim = said ? `The service says “${said.headline}”` : 'The service answered';
  if (outcome.type === 'refuted')
    return {
      kind: 'refuted',
      headline: 'Not verified',
      note: `${claim}, but its proof does not hold. Do not rely on this answer.`,
    };
  return { kind: 'unknown', headline: 'Not verified', note: `${claim}, but nothing confirms it.` };
}

/** Tells what about a question cannot be proven, and what to ask instead. `null` if it can be proven. */
export function describeObstacle({ moment }: Question): string | null {
  if (moment?.when === 'strict')
    return 'A proof is of one block, not of the time without a break since then. Choose the safe block to verify.';
  if (moment?.when === 'time') return 'A proof is of a block, not of a time. Choose a block to verify.';
  return null;
}
