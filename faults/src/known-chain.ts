/** A local chain with reorgs, of every block of which, also of those it replaced, is known what stands at it. */
import { createRandom, encodeGrant, encodeRevoke, integer, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, grantOf, parseAddress } from '@mandate/core';
import { type FollowedChain, getHeadOf, repeat } from './lively-chain.ts';

const FINALITY_BLOCKS = 16;
const DEEPEST_REORG = 4;
const ONE_IN = 8;
const PAIRS = 8;

const wallet = (kind: string, pair: number) =>
  parseAddress(`0x${kind}${pair.toString(16).padStart(39, '0')}`);
const delegations = Array.from({ length: PAIRS }, (_, pair) =>
  createDelegation({
    ...{ registry: 'v2', kind: 'all', rights: FULL_RIGHTS },
    ...{ from: wallet('a', pair), to: wallet('b', pair) },
  }),
);

/** Of each pair, whether one may act for the other. */
type Standing = readonly boolean[];

export interface KnownChain extends FollowedChain {
  readonly counts: { blocks: number; reorgs: number };
  /** What to ask of a pair. */
  pathOf(pair: number): string;
  /** Null: there was no such block. */
  answerAt(hash: string, pair: number): boolean | null;
  grow(): Promise<void>;
  /** A block a second or so, until the returned function is called and has ended. */
  keepGrowing(): () => Promise<void>;
}

export const PAIRS_OF_CHAIN = PAIRS;

export async function startKnownChain(chainId: number, seed: number): Promise<KnownChain> {
  const local = await startLocalChain({ chainId, finalityBlocks: FINALITY_BLOCKS });
  const random = createRandom(seed ^ chainId);
  const counts = { blocks: 0, reorgs: 0 };
  const byHash = new Map<string, Standing>();
  /** By number, of the blocks that are part of the chain now. */
  const standings: Standing[] = [[], delegations.map(() => false)];

  /** The next block turns one pair round. */
  function turn(standing: Standing) {
    const pair = integer(random, 0, PAIRS - 1);
    const delegation = delegations[pair];
    if (!delegation) throw new RangeError(`There is no pair ${pair}.`);
    const data = standing[pair] ? encodeRevoke(grantOf(delegation)) : encodeGrant(delegation);
    const transaction = { from: delegation.from, to: local.registries.v2, data };
    return { transaction, next: standing.with(pair, !standing[pair]) };
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
    const transactions = Array.from({ length: depth }, (_, block) => {
      const { transaction, next } = turn(standings.at(-1) ?? []);
      standings.push(next);
      return { transaction, block };
    });
    await local.reorg(depth, transactions);
    counts.reorgs++;
    await note(depth);
  }

  async function note(blocks: number): Promise<void> {
    for (let number = standings.length - blocks; number < standings.length; number++) {
      const { hash } = await local.client.getBlock({ blockNumber: BigInt(number) });
      byHash.set(hash, standings[number] ?? []);
    }
  }

  const happen = () =>
    standings.length > DEEPEST_REORG + 2 && integer(random, 1, ONE_IN) === 1 ? reorg() : mine();

  await note(1);
  return {
    local,
    counts,
    getHead: () => getHeadOf(local),
    pathOf(pair) {
      const { from, to } = delegations[pair] ?? {};
      return `/registry/v2/check/all?chainId=${chainId}&from=${from}&to=${to}`;
    },
    answerAt: (hash, pair) => byHash.get(hash)?.[pair] ?? null,
    grow: mine,
    keepGrowing: () => repeat(happen, { leastMs: 900, mostMs: 1_000 }, random),
  };
}
