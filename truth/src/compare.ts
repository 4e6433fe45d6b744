/** Puts every question of the world to ours and to the contracts, at the same block. */
import type { LocalChain } from '@mandate/contracts';
import {
  type Address,
  type Answer,
  type Delegation,
  type Question,
  REGISTRY_IDS,
  type Registry,
  viewOfIncoming,
  viewOfOutgoing,
  viewOfQuestion,
} from '@mandate/core';
import type { Hex } from 'viem';
import { askViews, type ViewQuestion } from './contract-answers.ts';
import { nameAddress, nameGrant } from './names.ts';
import { QUESTIONS, WALLETS } from './world.ts';

/** What is held against the contracts. */
export interface Answers {
  check(question: Question): Promise<Answer>;
  list(registry: Registry, direction: 'from' | 'to', wallet: Address): Promise<Delegation[]>;
}

/** Answers, and the block that they are for. */
export interface Answered {
  readonly answers: Answers;
  readonly blockHash: Hex;
}

/** A chain that something of ours keeps up with. */
export interface Watched {
  /** Catches up with the head and answers for it. */
  answerNow(): Promise<Answered>;
  /** Answers for a past block, chosen by this number; null where only the head is known. */
  answerThen(choice: number): Promise<Answered | null>;
}

export interface Difference {
  readonly question: string;
  readonly ours: string;
  readonly registry: string;
}

/** A question that has the same form on both sides, its answers as text. */
interface Comparable extends ViewQuestion {
  readonly name: string;
  ours(answers: Answers): Promise<unknown>;
}

const COMPARABLES: readonly Comparable[] = [
  ...QUESTIONS.map((question) => ({
    name: `check ${nameGrant(question)}`,
    registry: question.registry,
    view: viewOfQuestion(question),
    ours: (answers: Answers) => answers.check(question),
  })),
  ...REGISTRY_IDS.flatMap((registry) =>
    WALLETS.flatMap((wallet) => [
      {
        name: `${registry} list from ${nameAddress(wallet)}`,
        registry,
        view: viewOfOutgoing(registry, wallet),
        ours: (answers: Answers) => answers.list(registry, 'from', wallet),
      },
      {
        name: `${registry} list to ${nameAddress(wallet)}`,
        registry,
        view: viewOfIncoming(registry, wallet),
        ours: (answers: Answers) => answers.list(registry, 'to', wallet),
      },
    ]),
  ),
];

export const QUESTIONS_PER_COMPARISON = COMPARABLES.length;

export async function compare(chain: LocalChain, { answers, blockHash }: Answered): Promise<Difference[]> {
  const [registry, ours] = await Promise.all([
    askViews(chain, COMPARABLES, blockHash),
    Promise.all(COMPARABLES.map((comparable) => comparable.ours(answers))),
  ]);
  return COMPARABLES.flatMap(({ name }, i) => tellApart(name, show(ours[i]), show(registry[i])));
}

/** One difference, or none. */
export function tellApart(question: string, ours: string, registry: string): Difference[] {
  return ours === registry ? [] : [{ question, ours, registry }];
}

/** The contract lists in an order of its own, so lists are compared as sets. */
export function show(answer: unknown): string {
  if (!Array.isArray(answer)) return String(answer);
  return `[${(answer as Delegation[]).map(nameGrant).toSorted().join(' | ')}]`;
}
