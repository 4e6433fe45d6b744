/** Collects the views of a token contract that a question needs, reads them once, and answers from what was read. */
import type { Address } from '@mandate/core';
import type { TokenAnswer } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import type { Hex } from 'viem';
import type { NodeAccess } from '../chain/node-access.ts';
import {
  balanceOf,
  ownerOf,
  readBalance,
  readOwner,
  readSupport,
  supportsInterface,
} from '../chain/token-calls.ts';

const INTERFACES = {
  erc165: '0x01ffc9a7',
  none: '0xffffffff',
  ERC721: '0x80ac58cd',
  ERC1155: '0xd9b67a26',
} as const;
const ENUMERABLE = '0x780e9d63';

/** The answers at one block, by the data of each call. */
export type ReadViews = ReadonlyMap<Hex, TokenAnswer>;

/** The calls of a question, each once. */
export function createViewPlan() {
  const calls = new Set<Hex>();
  return {
    get size() {
      return calls.size;
    },
    list: () => [...calls],
    addOwner: (tokenId: bigint) => calls.add(ownerOf(tokenId)),
    addBalance: (holder: Address, id: bigint | null) => calls.add(balanceOf(holder, id)),
    addStandard() {
      for (const id of Object.values(INTERFACES)) calls.add(supportsInterface(id));
    },
    addEnumerable() {
      for (const id of [INTERFACES.erc165, INTERFACES.none, ENUMERABLE] as const)
        calls.add(supportsInterface(id));
    },
  };
}

/** Makes the calls at each block. */
export function readViewsAt(
  nodes: Pick<NodeAccess, 'callToken'>,
  contract: Address,
  calls: readonly Hex[],
  blocks: readonly Block[],
): Promise<ReadViews[]> {
  return Promise.all(
    blocks.map(async (block): Promise<ReadViews> => {
      const answers = calls.length > 0 ? await nodes.callToken(contract, calls, block) : [];
      return new Map(calls.flatMap((call, i) => (answers[i] ? [[call, answers[i]]] : [])));
    }),
  );
}

/** Combines what was read at several blocks: a holder has the smallest of its balances, and the tokens that it owned at each. */
export interface TokenViews {
  /** `null` if it is nobody, or not the same at each block. `undefined` if it can't be known. */
  findOwner(tokenId: bigint): Address | null | undefined;
  findBalance(holder: Address, id: bigint | null): bigint | undefined;
  /** Lists the standards that the contract claims by ERC-165, at the first of the blocks. */
  listStandards(): ('ERC721' | 'ERC1155')[];
  /** Tells whether the contract claims ERC721Enumerable by ERC-165, at the first of the blocks. */
  isEnumerable(): boolean;
}

export function createTokenViews(blocks: readonly ReadViews[]): TokenViews {
  const [views] = blocks;
  const supports = (id: Hex) => readSupport(views?.get(supportsInterface(id)));
  // A contract that supports what no contract does says yes to everything.
  const tells = () => supports(INTERFACES.erc165) && !supports(INTERFACES.none);
  return {
    findOwner(tokenId) {
      const owners = blocks.map((views) => readOwner(views.get(ownerOf(tokenId))));
      const [first] = owners;
      if (owners.includes(undefined)) return undefined;
      return owners.every((owner) => owner === first) ? first : null;
    },
    findBalance(holder, id) {
      const balances = blocks.map((views) => readBalance(views.get(balanceOf(holder, id))));
      return balances.reduce((least, each) => {
        if (least === undefined || each === undefined) return undefined;
        return each < least ? each : least;
      });
    },
    listStandards: () =>
      tells() ? (['ERC721', 'ERC1155'] as const).filter((standard) => supports(INTERFACES[standard])) : [],
    isEnumerable: () => tells() && supports(ENUMERABLE),
  };
}
