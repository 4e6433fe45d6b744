/** Lists the owners of the sample tokens. A wallet delegates only what it owns. */
import { createRandom, integer } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import { parseUnits } from 'viem';
import { COLLECTOR, MIRAS_SAFE, MIRAS_VAULT, NORA, VAULTS } from './cast.ts';
import { type Collection, type Currency, ERC721S } from './collections.ts';

const SEED = 9;
const TOKENS_PER_VAULT = 6;
const TOKENS_OF_COLLECTOR = 14;
const LAST_TOKEN = 9_999;
/** The ids of ERC1155 tokens. */
export const ITEM_IDS = Array.from({ length: 12 }, (_, i) => BigInt(i + 1));
/** Each vault has this many of each. */
export const ITEMS_PER_VAULT = 60n;
const COINS_PER_VAULT = 12_000;

const [trams, , moons] = ERC721S;
/** Tokens that the documentation speaks about. */
const CHOSEN: readonly (readonly [Collection, Address, readonly bigint[]])[] = [
  [trams, COLLECTOR, [4181n]],
  [trams, MIRAS_VAULT, [7n, 8n]],
  [trams, MIRAS_SAFE, [9n]],
  [moons, NORA, [88n, 89n]],
];

type Owned = ReadonlyMap<Address, readonly bigint[]>;

/** Deals different tokens of a collection to all vaults. */
function deal(collection: Collection, random: () => number): Owned {
  const owned = new Map<Address, bigint[]>();
  const taken = new Set<bigint>();
  const give = (wallet: Address, tokenId: bigint) => {
    owned.set(wallet, [...(owned.get(wallet) ?? []), tokenId]);
    taken.add(tokenId);
  };
  for (const [of, wallet, tokenIds] of CHOSEN) {
    if (of === collection) for (const tokenId of tokenIds) give(wallet, tokenId);
  }
  for (const vault of VAULTS) {
    const count = vault === COLLECTOR ? TOKENS_OF_COLLECTOR : TOKENS_PER_VAULT;
    while ((owned.get(vault)?.length ?? 0) < count) {
      const tokenId = BigInt(integer(random, 1, LAST_TOKEN));
      if (!taken.has(tokenId)) give(vault, tokenId);
    }
  }
  return owned;
}

const random = createRandom(SEED);
const DEALT = new Map(ERC721S.map((collection) => [collection.contract, deal(collection, random)]));

/** Lists the owners of an ERC721 collection with their tokens. */
export const listTokens = ({ contract }: Collection): Owned => DEALT.get(contract) ?? new Map();

/** Lists the owners of a currency with their balances. */
export function listBalances({ decimals }: Currency): ReadonlyMap<Address, bigint> {
  const sum = (i: number) => parseUnits(String(COINS_PER_VAULT + 750 * i), decimals);
  return new Map([...VAULTS, MIRAS_VAULT, NORA].map((wallet, i) => [wallet, sum(i)]));
}
