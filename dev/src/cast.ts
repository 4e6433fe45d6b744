/** The wallets of the sample world. Addresses are derived from names, so that they are the same in every run. */
import { type Address, parseAddress } from '@mandate/core';
import { keccak256, slice, stringToHex } from 'viem';

export const addressOf = (name: string) =>
  parseAddress(slice(keccak256(stringToHex(`mandate dev, ${name}`)), 12));

export interface Member {
  /** The name that its address has on the local Ethereum. */
  readonly name: string;
  readonly address: Address;
  readonly about: string;
}

/** Has many delegations in both directions. */
export const COLLECTOR = addressOf('the collector');
export const COLLECTORS_PHONE = addressOf("the collector's phone");
/** A hot wallet, which visits sites, and the two cold wallets of the same person. */
export const MIRA = addressOf('Mira');
export const MIRAS_VAULT = addressOf("Mira's vault");
export const MIRAS_SAFE = addressOf("Mira's safe");
/** A friend of Mira's, with a few delegations of hers. */
export const JONAS = addressOf('Jonas');
/** Revokes a delegation in a guide: no other example is about her. */
export const NORA = addressOf('Nora');
export const NORAS_LAPTOP = addressOf("Nora's laptop");

/** A vault with two hot wallets, and another one of the first: which of them may claim? They have no names. */
export const ANNA = addressOf('Anna');
export const BEN = addressOf('Ben');
export const SHARED_VAULT = addressOf('the shared vault');
export const ANNAS_VAULT = addressOf("Anna's vault");

/** The documentation prints answers about these, so random changes touch none of their delegations. */
const DOCUMENTED_CAST: readonly Member[] = [
  { name: 'collector.eth', address: COLLECTOR, about: 'A cold wallet with many tokens.' },
  { name: 'phone.collector.eth', address: COLLECTORS_PHONE, about: 'The hot wallet of the collector.' },
  { name: 'mira.eth', address: MIRA, about: 'The hot wallet of Mira.' },
  { name: 'vault.mira.eth', address: MIRAS_VAULT, about: 'The cold wallet of Mira.' },
  { name: 'safe.mira.eth', address: MIRAS_SAFE, about: 'Another cold wallet of Mira.' },
  { name: 'jonas.eth', address: JONAS, about: 'A friend of Mira.' },
  { name: 'nora.eth', address: NORA, about: 'A cold wallet that takes delegations back.' },
  { name: 'laptop.nora.eth', address: NORAS_LAPTOP, about: 'The hot wallet of Nora.' },
];

const listMembers = (names: string, kind: string, about: string): Member[] =>
  names.split(' ').map((name, i) => ({ name: `${name}.eth`, address: addressOf(`${kind} ${i + 1}`), about }));

const vaults = listMembers(
  'ada bruno chiara dmitri elif farah goran hana ivo juno kaito',
  'vault',
  'A cold wallet.',
);
const hotWallets = listMembers(
  'lena milo nadia oskar priya quinn rosa sami tara umut vera wim xenia yara zoe anton bela cleo',
  'hot wallet',
  'A hot wallet.',
);

export const CAST: readonly Member[] = [...DOCUMENTED_CAST, ...vaults, ...hotWallets];

type Addresses = readonly [Address, ...Address[]];
const listAddresses = ([first, ...others]: readonly Member[]): Addresses => {
  if (!first) throw new Error('The cast has no wallet of this kind.');
  return [first.address, ...others.map(({ address }) => address)];
};

/** Cold wallets with random delegations, including the collector's. */
export const VAULTS: Addresses = [COLLECTOR, ...listAddresses(vaults)];
export const HOT_WALLETS: Addresses = listAddresses(hotWallets);

const documented = new Set([
  ...DOCUMENTED_CAST.map(({ address }) => address),
  ...[ANNA, BEN, SHARED_VAULT, ANNAS_VAULT],
]);
export const isDocumented = ({ from, to }: { from: Address; to: Address }) =>
  documented.has(from) || documented.has(to);

const names = new Map(CAST.map(({ address, name }) => [address, name]));
export const findName = (address: Address): string | null => names.get(address) ?? null;
