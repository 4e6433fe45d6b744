/**
 * Finds the grants that were in force without interruption since the safe block, and compares strict answers
 * with them.
 */
import { integer, type LocalChain, type Random, type Transaction } from '@mandate/contracts';
import {
  type Change,
  type Delegation,
  decode,
  identify,
  parseAddress,
  REGISTRY_IDS,
  type UnidentifiedRevocation,
} from '@mandate/core';
import { show } from '../compare.ts';
import type { Difference } from '../compared.ts';
import { askViews, askViewsAfter } from '../contract-answers.ts';
import { registryOf } from '../play.ts';
import type { ComparedQuestion } from './compared-question.ts';
import type { ListAt } from './contract-lists.ts';
import { findUnrevoked } from './pair-versions.ts';
import type { RestingChain } from './resting-chain.ts';

export interface Steady {
  /** The grants that count in strict answers, each with its smallest amount. */
  readonly delegations: readonly Delegation[];
  /** Every transaction since the safe block, in order. */
  readonly transactions: readonly Transaction[];
}

/** The number of random subsets of transactions. */
const SUBSETS = 4;

type Happened = Change | UnidentifiedRevocation;

/**
 * Reads the contracts' lists at the end of every block, and the logs and v1's versions of pairs for changes inside a block.
 */
export async function findSteady(resting: RestingChain, listAt: ListAt): Promise<Steady> {
  const { chain, safe, latest, blocks } = resting;
  const since = blocks.slice(safe.number + 1, latest.number + 1);
  const [first = [], ...later] = await Promise.all([safe, ...since].map(listAt));
  const all = await listChanges(chain, safe.number + 1, Math.max(latest.number, safe.number + 1));
  const unrevoked = await findUnrevoked(chain, first, safe, latest);
  const delegations = unrevoked.flatMap((delegation) => {
    const identity = identify(delegation);
    const ends = later.map((listed) => listed.find((each) => identify(each) === identity));
    if (ends.includes(undefined) || all.some((change) => revokes(change, delegation))) return [];
    const granted = all.flatMap((change) => (change.type === 'grant' ? [change.delegation] : []));
    const same = granted.filter((each) => identify(each) === identity);
    return [same.reduce(smaller, delegation)];
  });
  const full = await Promise.all(
    since.map(({ hash }) => chain.client.getBlock({ blockHash: hash, includeTransactions: true })),
  );
  const transactions = full.flatMap(({ transactions: ofBlock }) =>
    ofBlock.flatMap(({ from, to, input }) =>
      to ? [{ from: parseAddress(from), to: parseAddress(to), data: input }] : [],
    ),
  );
  return { delegations, transactions };
}

/** Lists what the registries logged in these blocks. */
export async function listChanges(chain: LocalChain, first: number, last: number): Promise<Happened[]> {
  const registries = REGISTRY_IDS.map((name) => [name, registryOf(chain, name)] as const);
  const logs = await chain.client.getLogs({
    address: registries.map(([, address]) => address),
    fromBlock: BigInt(first),
    toBlock: BigInt(last),
  });
  return logs.flatMap(({ address, topics, data }): Happened[] => {
    const [registry] = registries.find(([, each]) => each === address.toLowerCase()) ?? [];
    return registry ? [decode(registry, { topics, data })] : [];
  });
}

function revokes(change: Happened, delegation: Delegation): boolean {
  if (change.type === 'revoke') return identify(change.grant) === identify(delegation);
  if (delegation.registry !== 'v1' || change.type === 'grant' || change.from !== delegation.from)
    return false;
  return change.type === 'revokeAll' || (change.type === 'revokePair' && change.to === delegation.to);
}

function smaller(one: Delegation, other: Delegation): Delegation {
  return 'amount' in one && 'amount' in other && other.amount < one.amount ? other : one;
}

/**
 * Compares strict answers with the contracts at the end of every block since the safe one, and after dropping
 * some of the transactions since then. Each time the contracts must grant at least as much.
 */
export async function compareLeast(
  resting: RestingChain,
  steady: Steady,
  random: Random,
  answered: readonly { readonly asked: ComparedQuestion; readonly name: string; readonly ours: unknown }[],
): Promise<Difference[]> {
  if (answered.length === 0) return [];
  const { chain, safe, latest, blocks } = resting;
  const views = answered.map(({ asked }) => asked);
  const atEnds = blocks.slice(safe.number, latest.number + 1).map(async (block) => ({
    where: `at the end of block ${block.number}`,
    answers: await askViews(chain, views, block.hash),
  }));
  const dropped = chooseSubsets(steady.transactions, random).map(async (kept) => ({
    where: `with ${kept.length} of ${steady.transactions.length} transactions since block ${safe.number}`,
    answers: await askViewsAfter(chain, views, safe.number, kept),
  }));
  const reads = await Promise.all([...atEnds, ...dropped]);
  return reads.flatMap(({ where, answers }) =>
    answered.flatMap(({ name, ours }, i) => {
      if (isAtLeast(answers[i], ours)) return [];
      return [{ question: `${name}, ${where}`, ours: `at least ${show(ours)}`, registry: show(answers[i]) }];
    }),
  );
}

/** Returns the empty subset and some random ones. */
function chooseSubsets(transactions: readonly Transaction[], random: Random): Transaction[][] {
  const draw = () => transactions.filter(() => integer(random, 0, 1) === 1);
  return [[], ...Array.from({ length: SUBSETS - 1 }, draw)];
}

function isAtLeast(theirs: unknown, ours: unknown): boolean {
  if (!Array.isArray(ours)) return (theirs as bigint) >= (ours as bigint);
  return (ours as Delegation[]).every((own) =>
    (theirs as Delegation[]).some(
      (each) =>
        identify(each) === identify(own) &&
        (!('amount' in each && 'amount' in own) || each.amount >= own.amount),
    ),
  );
}
