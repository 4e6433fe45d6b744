/** Puts every question of the world to the domain and to the contracts, at the same block. */
import type { LocalChain } from '@mandate/contracts';
import {
  type ContractView,
  check,
  type Delegation,
  type DelegationSet,
  identify,
  listIncoming,
  listOutgoing,
  type Registry,
  viewOfIncoming,
  viewOfOutgoing,
  viewOfQuestion,
} from '@mandate/core';
import type { Hex } from 'viem';
import { nameAddress, nameGrant } from './names.ts';
import { registryOf } from './play.ts';
import { QUESTIONS, WALLETS } from './world.ts';

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
  ours(set: DelegationSet): unknown;
}

const COMPARABLES: readonly Comparable[] = [
  ...QUESTIONS.map((question) => ({
    name: `check ${nameGrant(question)}`,
    registry: question.registry,
    view: viewOfQuestion(question),
    ours: (set: DelegationSet) => check(question, (grant) => set.get(identify(grant))),
  })),
  ...(['v1', 'v2'] as const).flatMap((registry) =>
    WALLETS.flatMap((wallet) => [
      {
        name: `${registry} list from ${nameAddress(wallet)}`,
        registry,
        view: viewOfOutgoing(registry, wallet),
        ours: (set: DelegationSet) => listOutgoing(set, registry, wallet),
      },
      {
        name: `${registry} list to ${nameAddress(wallet)}`,
        registry,
        view: viewOfIncoming(registry, wallet),
        ours: (set: DelegationSet) => listIncoming(set, registry, wallet),
      },
    ]),
  ),
];

export const QUESTIONS_PER_COMPARISON = COMPARABLES.length;

export async function compare(chain: LocalChain, set: DelegationSet, blockHash: Hex): Promise<Difference[]> {
  const calls = COMPARABLES.flatMap(({ registry, view }) =>
    view.calls.map((data) => ({ to: registryOf(chain, registry), data })),
  );
  const results = await chain.ask(calls, blockHash);
  let next = 0;
  return COMPARABLES.flatMap(({ name, view, ours }) => {
    const first = next;
    next += view.calls.length;
    const theirs = show(view.read(results.slice(first, next)));
    const mine = show(ours(set));
    return mine === theirs ? [] : [{ question: name, ours: mine, registry: theirs }];
  });
}

/** The contract lists in an order of its own, so lists are compared as sets. */
function show(answer: unknown): string {
  if (!Array.isArray(answer)) return String(answer);
  return `[${(answer as Delegation[]).map(nameGrant).toSorted().join(' | ')}]`;
}
