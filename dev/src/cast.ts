/** Who plays in the samples. Addresses come from names, so that they are the same in every run. */
import { type Address, parseAddress } from '@mandate/core';
import { keccak256, slice, stringToHex } from 'viem';

const addressOf = (name: string) => parseAddress(slice(keccak256(stringToHex(`mandate dev, ${name}`)), 12));

type Addresses = readonly [Address, ...Address[]];
const listAddresses = (name: string, count: number): Addresses => [
  addressOf(`${name} 1`),
  ...Array.from({ length: count - 1 }, (_, i) => addressOf(`${name} ${i + 2}`)),
];

/** Has much to show: it lets others act for it, and acts for others. */
export const COLLECTOR = addressOf('the collector');
/** What stands between these two is promised on the screen, so chance keeps its hands off it. */
export const COLLECTORS_PHONE = addressOf("the collector's phone");

/** Cold wallets, the collector's among them. */
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
