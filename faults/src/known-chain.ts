/** A local chain with reorgs whose delegations are known at every block, including replaced ones. */
import {
  encodeGrant,
  encodeRevoke,
  integer,
  type LocalChain,
  pick,
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
} from '@mandate/core';
import { askChecks } from '@mandate/truth';
import type { Hex } from 'viem';
import { animate, FINALITY_BLOCKS, getHead, type LivelyOptions } from './lively-chain.ts';

const PAIRS = 8;

/** Returns the address that begins with these digits and ends with the number. */
export const address = (kind: string, number: number): Address =>
  parseAddress(`0x${kind}${number.toString(16).padStart(40 - kind.length, '0')}`);

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

export interface KnownChainOptions extends Pick<LivelyOptions, 'pace'> {
  readonly createPairs?: (local: LocalChain) => readonly Pair[];
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
  Array.from({ length: PAIRS }, (_, pair) => createV2Pair(local, address('a', pair), address('b', pair)));

export type KnownChain = Awaited<ReturnType<typeof startKnownChain>>;

/** Grows by about one block per second. */
export async function startKnownChain(
  chainId: number,
  seed: number,
  { createPairs = createV2Pairs, pace = [900, 1_000], prepare, ...setup }: KnownChainOptions = {},
) {
  const local = await startLocalChain({ chainId, finalityBlocks: FINALITY_BLOCKS, ...setup });
  await prepare?.(local);
  const pairs = createPairs(local);
  const questions = pairs.map(({ question }) => question);
  /** Whether one of each pair may act for the other, by block hash. */
  const byHash = new Map<string, readonly boolean[]>();
  /** When a reorg began to take each block back. */
  const replaced = new Map<string, number>();
  /** The hashes of the current chain's blocks, by number. */
  const hashes: string[] = [];

  /** Asks the registries: a block may have been full, or may contain a replaced transaction. */
  async function onBlocks(blocks: number, since: number): Promise<void> {
    const { number: head } = await getHead({ local });
    for (let number = head - blocks + 1; number <= head; number++) {
      const { hash } = await local.client.getBlock({ blockNumber: BigInt(number) });
      const answers = await askChecks(local, questions, hash);
      byHash.set(
        hash,
        answers.map((answer) => answer === true),
      );
      const before = hashes[number];
      if (before) replaced.set(before, since);
      hashes[number] = hash;
    }
  }

  await onBlocks((await getHead({ local })).number, Date.now());
  return {
    ...animate(local, seed, {
      ...{ deepestReorg: 4, reorgOneIn: 8, pace, onBlocks },
      write: (random) => {
        const { grant, revoke } = pick(random, pairs as [Pair]);
        return [integer(random, 0, 1) === 1 ? grant : revoke];
      },
    }),
    pairs,
    /** Returns null if there was no such block. */
    answerAt: (hash: string, pair: number): boolean | null => byHash.get(hash)?.[pair] ?? null,
    /** Tells whether a reorg had taken the block back by this time. */
    wasReplaced: (hash: string, by: number): boolean => (replaced.get(hash) ?? Infinity) <= by,
  };
}
