/** The wallets of the samples. Addresses are derived from names, so that they are the same in every run. */
import { type Address, parseAddress } from '@mandate/core';
import { keccak256, slice, stringToHex } from 'viem';

const addressOf = (name: string) => parseAddress(slice(keccak256(stringToHex(`mandate dev, ${name}`)), 12));

type Addresses = readonly [Address, ...Address[]];
const listAddresses = (name: string, count: number): Addresses => [
  addressOf(`${name} 1`),
  ...Array.from({ length: count - 1 }, (_, i) => addressOf(`${name} ${i + 2}`)),
];

/** Has many delegations in both directions. */
export const COLLECTOR = addressOf('the collector');
/** The screen shows answers about these two, so random changes must not touch their delegations. */
export const COLLECTORS_PHONE = addressOf("the collector's phone");

/** Cold wallets, including the collector's. */
export const VAULTS: Addresses = [COLLECTOR, ...listAddresses('vault', 11)];
export const HOT_WALLETS: Addresses = listAddresses('hot wallet', 18);

export interface Collection {
  readonly name: string;
  readonly contract: Address;
}
export interface Currency extends Collection {
  readonly decimals: number;
}

const collection = (name: string) => ({ name, contract: addressOf(name) });

export const ERC721S = [
  collection('Night Trams'),
  collection('Tide Pool'),
  collection('Paper Moons'),
] as const;
export const ERC1155S = [collection('Forge Items'), collection('Festival Passes')] as const;
export const ERC20S: readonly [Currency, Currency] = [
  { ...collection('HARBOR'), decimals: 18 },
  { ...collection('LANTERN'), decimals: 6 },
];

const BY_CONTRACT = new Map<Address, Collection | Currency>(
  [...ERC721S, ...ERC1155S, ...ERC20S].map((known) => [known.contract, known]),
);

export function findCollection(contract: Address): Collection | Currency | null {
  return BY_CONTRACT.get(contract) ?? null;
}
