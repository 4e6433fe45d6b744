/** Asks our side and the contracts every question of the world at the same block. */
import type { LocalChain } from '@mandate/contracts';
import { viewOfIncoming, viewOfOutgoing, viewOfQuestion } from '@mandate/contracts';
import {
  type Address,
  type Answer,
  type Delegation,
  type Question,
  REGISTRY_IDS,
  type Registry,
} from '@mandate/core';
import type { Hex } from 'viem';
import { type Difference, tellApart } from './compared.ts';
import { askViews, type ViewQuestion } from './contract-answers.ts';
import { nameAddress, nameGrant } from './names.ts';
import { QUESTIONS, WALLETS } from './world.ts';

/** The answers that are compared with the contracts. */
export interface Answers {
  check(question: Question): Promise<Answer>;
  list(registry: Registry, direction: 'from' | 'to', wallet: Address): Promise<Delegation[]>;
}

/** Answers and the block they are for. */
export interface Answered {
  readonly answers: Answers;
  readonly blockHash: Hex;
}

/** A chain that our side follows. */
export interface Watched {
  /** Catches up with the head and answers for it. */
  answerNow(): Promise<Answered>;
  /** Answers for a past block selected by this number, or returns null if only the head is known. */
  answerThen(choice: number): Promise<Answered | null>;
}

/** A question with its answers as text, in the same form for both sides. */
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

/** Sorts lists, because the contract's order differs. */
export function show(answer: unknown): string {
  if (!Array.isArray(answer)) return String(answer);
  return `[${(answer as Delegation[]).map(nameGrant).toSorted().join(' | ')}]`;
}
