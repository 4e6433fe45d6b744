/** Reads the registries' lists of all wallets of the world at a block. */
import type { LocalChain } from '@mandate/contracts';
import { viewOfOutgoing } from '@mandate/contracts';
import { type Delegation, REGISTRY_IDS } from '@mandate/core';
import { askViews } from '../contract-answers.ts';
import { WALLETS } from '../world.ts';
import type { Block } from './resting-chain.ts';

export type ListAt = (block: Block) => Promise<readonly Delegation[]>;

const LISTS = REGISTRY_IDS.flatMap((registry) =>
  WALLETS.map((wallet) => ({ registry, view: viewOfOutgoing(registry, wallet) })),
);

/** Caches the lists per block. */
export function createListAt(chain: LocalChain): ListAt {
  const remembered = new Map<Block, Promise<readonly Delegation[]>>();
  return (block) => {
    const known = remembered.get(block) ?? askViews(chain, LISTS, block.hash).then((lists) => lists.flat());
    remembered.set(block, known);
    return known;
  };
}
