/** The tokens of the sample world. */
import type { Address } from '@mandate/core';
import type { PicturedCollection } from '@mandate/testing/chain/pictured-collection';
import { addressOf } from './cast.ts';
import { PICTURES } from './pictures.ts';

export interface Collection {
  readonly name: string;
  readonly contract: Address;
}
export interface Currency extends Collection {
  /** Its name in full. `name` is its symbol. */
  readonly fullName: string;
  readonly decimals: number;
}

const collection = (name: keyof typeof PICTURES, symbol: string, about: string): PicturedCollection => ({
  name,
  contract: addressOf(name),
  symbol,
  about,
  picture: PICTURES[name],
});

export const ERC721S = [
  collection('Night Trams', 'TRAM', 'The last trams of a city that does not exist.'),
  collection('Tide Pool', 'TIDE', 'What the sea leaves behind at low tide.'),
  collection('Paper Moons', 'MOON', 'Moons cut from paper, each at another phase.'),
] as const;
export const ERC1155S = [
  collection('Forge Items', 'FORGE', 'Things that a smith makes more than once.'),
  collection('Festival Passes', 'PASS', 'Passes for the days of a festival.'),
] as const;
export const ERC20S: readonly [Currency, Currency] = [
  { name: 'HARBOR', fullName: 'Harbor', contract: addressOf('HARBOR'), decimals: 18 },
  { name: 'LANTERN', fullName: 'Lantern', contract: addressOf('LANTERN'), decimals: 6 },
];

const byContract = new Map<Address, Collection | Currency>(
  [...ERC721S, ...ERC1155S, ...ERC20S].map((known) => [known.contract, known]),
);

export function findCollection(contract: Address): Collection | Currency | null {
  return byContract.get(contract) ?? null;
}
