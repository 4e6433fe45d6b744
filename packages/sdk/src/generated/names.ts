/** Made from apps/api/src/operations by `npm run build:docs`. */
import {
  address,
  array,
  flag,
  object,
  oneOf,
  orNull,
  type Read,
  text,
  uint256,
  whole,
} from '../client/read-json.ts';
import type { Address } from '../hex.ts';
import { type Account, readAccount } from './wallets.ts';

/** A contract in its own words. Anyone can deploy one with any name. */
export interface TokenContract {
  /** The standard that the contract claims to follow. `null` if it is not known. */
  readonly standard: 'ERC721' | 'ERC1155' | 'ERC20' | null;
  /** Its name. Without control, bidi and invisible characters. */
  readonly name: string | null;
  /** Its symbol. Without control, bidi and invisible characters. */
  readonly symbol: string | null;
  /** Null unless it is an ERC20 contract that states them. */
  readonly decimals: number | null;
}

const readTokenContract: Read<TokenContract> = object<TokenContract>({
  standard: orNull(oneOf(['ERC721', 'ERC1155', 'ERC20'])),
  name: orNull(text),
  symbol: orNull(text),
  decimals: orNull(whole),
});

/** A token in the words of its contract. */
export interface TokenPicture {
  /** Its name. Without control, bidi and invisible characters. */
  readonly name: string | null;
  /** A `data:` URL for an `<img>`. `null` if there is none, or its metadata are not on the chain. */
  readonly picture: string | null;
}

const readTokenPicture: Read<TokenPicture> = object<TokenPicture>({
  name: orNull(text),
  picture: orNull(text),
});

/**
 * The names of an address. All texts are safe to show: no control or bidi characters, and a bounded length.
 */
export interface AddressNames {
  readonly chainId: number;
  readonly address: Address;
  /** In decimal digits. `null` if none was sent. */
  readonly tokenId: bigint | null;
  /** False if the nodes could not answer: then every field below is null, except perhaps `account`. */
  readonly known: boolean;
  /**
   * Whether the address has code on this chain. An account that delegates to code (EIP-7702) is no contract.
   */
  readonly isContract: boolean | null;
  /**
   * The primary name of ENS, which leads back to the address. `null` if there is none that may be shown on
   * this chain.
   */
  readonly ensName: string | null;
  /** `null` if it is no contract, or says nothing about itself. */
  readonly contract: TokenContract | null;
  /** `null` if no token id was sent, or the contract has no such tokens. */
  readonly token: TokenPicture | null;
  /**
   * What the address is. `null` if that is not known: the nodes do not answer, do not agree, or lack the
   * state. Never read it as `plain`.
   */
  readonly account: Account | null;
}

const readAddressNames: Read<AddressNames> = object<AddressNames>({
  chainId: whole,
  address: address,
  tokenId: orNull(uint256),
  known: flag,
  isContract: orNull(flag),
  ensName: orNull(text),
  contract: orNull(readTokenContract),
  token: orNull(readTokenPicture),
  account: orNull(readAccount),
});

/** A name of ENS and the address that it leads to. */
export interface ResolvedName {
  /** In its normal form. */
  readonly name: string;
  /** False if the nodes of Ethereum could not answer. */
  readonly known: boolean;
  /** `null` if the name has no address, or needs a lookup outside the chain. */
  readonly address: Address | null;
}

const readResolvedName: Read<ResolvedName> = object<ResolvedName>({
  name: text,
  known: flag,
  address: orNull(address),
});

export interface Names {
  /** One for each question, in the same order. */
  readonly addresses: AddressNames[];
  /** The answer about `name`. `null` if no `name` was sent. */
  readonly resolved: ResolvedName | null;
}

export const readNames: Read<Names> = object<Names>({
  addresses: array(readAddressNames),
  resolved: orNull(readResolvedName),
});
