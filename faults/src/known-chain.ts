/** A local chain with reorgs whose delegations are known at every block, including replaced ones. */
import {
  createRandom,
  encodeGrant,
  encodeRevoke,
  integer,
  type LocalChain,
  startLocalChain,
  type Transaction,
} from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  FULL_RIGHTS,
  grantOf,
  parseAddress,
  type Question,
  viewOfQuestion,
} from '@mandate/core';
import type { Hex } from 'viem';
import { type FollowedChain, getHeadOf, type Pace, repeat } from './lively-chain.ts';

const FINALITY_BLOCKS = 16;
const DEEPEST_REORG = 4;
const ONE_IN = 8;
const PAIRS = 8;
/** About one block per second. */
const PACE: Pace = { minMs: 900, maxMs: 1_000 };

const wallet = (kind: string, pair: number) =>
  parseAddress(`0x${kind}${pair.toString(16).padStart(39, '0')}`);

/** Two wallets, one of which may or may not act for the other. */
export interface Pair {
  readonly from: Address;
  readonly to: Address;
  /** The question about them. */
  readonly question: Question;
  readonly path: string;
  readonly grant: Transaction;
  readonly revoke: Transaction;
}

export interface KnownChainOptions {
  readonly createPairs?: (local: LocalChain) => readonly Pair[];
  readonly pace?: Pace;
  readonly smartWallets?: readonly Address[];
  /** The code of other contracts. */
  readonly contracts?: ReadonlyMap<Address, Hex>;
  /** Mines blocks before the first change, without touching any pair. */
  readonly prepare?: (local: LocalChain) => Promise<void>;
}

export function createV2Pair({ chainId, registries }: LocalChain, from: Address, to: Address): Pair {
  const delegation = createDelegation({ registry: 'v2', kind: 'all', rights: FULL_RIGHTS, from, to });
  return {
    from,
    to,
    question: grantOf(delegation),
    path: `/registry/v2/check/all?chainId=${chainId}&from=${from}&to=${to}`,
    grant: { from, to: registries.v2, data: encodeGrant(delegation) },
    revoke: { from, to: registries.v2, data: encodeRevoke(grantOf(delegation)) },
  };
}

const createV2Pairs = (local: LocalChain) =>
  Array.from({ length: PAIRS }, (_, pair) => createV2Pair(local, wallet('a', pair), wallet('b', pair)));

/** For each pair, whether one may act for the other. */
type Standing = readonly boolean[];

export interface KnownChain extends FollowedChain {
  readonly counts: { blocks: number; reorgs: number };
  readonly pairs: readonly Pair[];
  /** Returns the path of the check of a pair. */
  pathOf(pair: number): string;
  /** Returns null if there was no such block. */
  answerAt(hash: string, pair: number): boolean | null;
  /** Tells whether a reorg had taken the block back by this time. */
  wasReplaced(hash: string, by: number): boolean;
  grow(): Promise<void>;
  /** Mines until the returned function is called and resolves. */
  keepGrowing(): () => Promise<void>;
}

export const PAIRS_OF_CHAIN = PAIRS;

export async function startKnownChain(
  chainId: number,
  seed: number,
  {
    createPairs = createV2Pairs,
    pace = PACE,
    smartWallets = [],
    contracts = new Map(),
    prepare,
  }: KnownChainOptions = {},
): Promise<KnownChain> {
  const local = await startLocalChain({ chainId, finalityBlocks: FINALITY_BLOCKS, smartWallets, contracts });
  await prepare?.(local);
  const pairs = createPairs(local);
  const views = pairs.map(({ question }) => viewOfQuestion(question));
  const calls = pairs.map(({ question: { registry } }, i) => {
    const [to, data] = [local.registries[registry], views[i]?.calls[0]];
    if (!to || !data) throw new Error(`Chain ${chainId} has no registry ${registry}.`);
    return { to, data };
  });
  const random = createRandom(seed ^ chainId);
  const counts = { blocks: 0, reorgs: 0 };
  const byHash = new Map<string, Standing>();
  /** When a reorg began to take each block back. */
  const replaced = new Map<string, number>();
  /** The hashes of the current chain's blocks, by number. */
  const hashes: string[] = [];
  const { number: prepared } = await getHeadOf(local);
  /** The current chain's blocks, by number. */
  const standings: Standing[] = Array.from({ length: prepared + 1 }, () => pairs.map(() => false));

  /** The next block changes one pair. */
  function turn(standing: Standing) {
    const which = integer(random, 0, pairs.length - 1);
    const pair = pairs[which];
    if (!pair) throw new RangeError(`There is no pair ${which}.`);
    const transaction = standing[which] ? pair.revoke : pair.grant;
    return { transaction, next: standing.with(which, !standing[which]) };
  }

  async function mine(): Promise<void> {
    const { transaction, next } = turn(standings.at(-1) ?? []);
    await local.send(transaction);
    await local.mine();
    standings.push(next);
    counts.blocks++;
    await note(1);
  }

  async function reorg(): Promise<void> {
    const depth = integer(random, 1, DEEPEST_REORG);
    standings.length -= depth;
    for (const hash of hashes.splice(standings.length)) replaced.set(hash, Date.now());
    const transactions = Array.from({ length: depth }, (_, block) => {
      const { transaction, next } = turn(standings.at(-1) ?? []);
      standings.push(next);
      return { transaction, block };
    });
    await local.reorg(depth, transactions);
    counts.reorgs++;
    await note(depth);
  }

  /** Asks the registries: a block may have been full, or may contain a replaced transaction. */
  async function note(blocks: number): Promise<void> {
    for (let number = standings.length - blocks; number < standings.length; number++) {
      const { hash } = await local.client.getBlock({ blockNumber: BigInt(number) });
      const results = await local.ask(calls, hash);
      const standing = views.map((view, i) => view.read([results[i] ?? '0x']) === true);
      standings[number] = standing;
      hashes[number] = hash;
      byHash.set(hash, standing);
    }
  }

  const happen = () =>
    standings.length > prepared + DEEPEST_REORG + 1 && integer(random, 1, ONE_IN) === 1 ? reorg() : mine();

  await note(prepared);
  return {
    local,
    counts,
    pairs,
    getHead: () => getHeadOf(local),
    pathOf: (pair) => pairs[pair]?.path ?? '',
    answerAt: (hash, pair) => byHash.get(hash)?.[pair] ?? null,
    wasReplaced: (hash, by) => (replaced.get(hash) ?? Infinity) <= by,
    grow: mine,
    keepGrowing: () => repeat(happen, pace, random),
  };
}
