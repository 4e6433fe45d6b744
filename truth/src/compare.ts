/** Puts every question of the world to ours and to the contracts, at the same block. */
import type { LocalChain } from '@mandate/contracts';
import {
  type Address,
  type Answer,
  type ContractView,
  type Delegation,
  type Question,
  type Registry,
  viewOfIncoming,
  viewOfOutgoing,
  viewOfQuestion,
} from '@mandate/core';
import type { Hex } from 'viem';
import { nameAddress, nameGrant } from './names.ts';
import { registryOf } from './play.ts';
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
interface Comparable {
  readonly name: string;
  readonly registry: Registry;
  readonly view: ContractView<unknown>;
  ours(answers: Answers): Promise<unknown>;
}

const COMPARABLES: readonly Comparable[] = [
  ...QUESTIONS.map((question) => ({
    name: `check ${nameGrant(question)}`,
    registry: question.registry,
    view: viewOfQuestion(question),
    ours: (answers: Answers) => answers.check(question),
  })),
  ...(['v1', 'v2'] as const).flatMap((registry) =>
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
  const calls = COMPARABLES.flatMap(({ registry, view }) =>
    view.calls.map((data) => ({ to: registryOf(chain, registry), data })),
  );
  const [results, ours] = await Promise.all([
    chain.ask(calls, blockHash),
    Promise.all(COMPARABLES.map((comparable) => comparable.ours(answers))),
  ]);
  let next = 0;
  return COMPARABLES.flatMap(({ name, view }, i) => {
    const first = next;
    next += view.calls.length;
    const theirs = show(view.read(results.slice(first, next)));
    const mine = show(ours[i]);
    return mine === theirs ? [] : [{ question: name, ours: mine, registry: theirs }];
  });
}

/** The contract lists in an order of its own, so lists are compared as sets. */
function show(answer: unknown): string {
  if (!Array.isArray(answer)) return String(answer);
  return `[${(answer as Delegation[]).map(nameGrant).toSorted().join(' | ')}]`;
}
