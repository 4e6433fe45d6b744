import type { ChainAnswer, StandingGrant } from '../answers.ts';
import type { Address } from '../hex.ts';

/** A delegation in force, with the chain that it is on. */
export interface WalletDelegation extends StandingGrant {
  readonly chainId: number;
}

/** A page of the delegations from a wallet and to it. */
export interface WalletPage {
  /** The wallet as EIP-55 spells it. */
  readonly address: Address;
  /** Ordered by chain, then by registry. Within a registry, those from the wallet come first. */
  readonly delegations: WalletDelegation[];
  /** The chains of this page: the block of each, or the reason that it cannot answer. */
  readonly chains: ChainAnswer[];
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: string | null;
}

/** An address to name, on the chain that it is used on. */
export interface NameQuestion {
  readonly chainId: number;
  readonly address: Address;
  /** Asks for the name and the picture of a token of the contract, too. */
  readonly tokenId?: bigint | undefined;
}

/** A token contract, in its own words. Anyone can deploy a contract that claims any name. */
export interface TokenContract {
  /** The standard that the contract claims to follow. Null: unknown. */
  readonly standard: 'ERC20' | 'ERC721' | 'ERC1155' | null;
  readonly name: string | null;
  readonly symbol: string | null;
  /** Null unless the standard is ERC20 and the contract states them. */
  readonly decimals: number | null;
}

/** A token, in the words of its contract. */
export interface TokenPicture {
  readonly name: string | null;
  /** A `data:` URL of an image. Null: there is none, or its metadata is not on the chain. */
  readonly picture: string | null;
}

/** The names of an address. All texts are safe to show: no control or bidi characters, and a bounded length. */
export interface AddressNames {
  readonly chainId: number;
  readonly address: Address;
  readonly tokenId: bigint | null;
  /** False: the nodes could not answer, and every other field is null. */
  readonly known: boolean;
  /** True if the address has code on this chain. An account that delegates to code (EIP-7702) is no contract. */
  readonly isContract: boolean | null;
  /** The primary ENS name, which leads back to the address. Null: none that may be shown on this chain. */
  readonly ensName: string | null;
  readonly contract: TokenContract | null;
  readonly token: TokenPicture | null;
}

/** An ENS name and the address that it leads to. */
export interface ResolvedName {
  /** The name in its normal form. */
  readonly name: string;
  /** False: the node of Ethereum could not answer. */
  readonly known: boolean;
  /** Null: the name does not exist, has no address, or needs a lookup outside the chain. */
  readonly address: Address | null;
}

export interface Names {
  /** One per question, in the same order. */
  readonly addresses: AddressNames[];
  /** The answer about `name`. Null: no name was asked for. */
  readonly resolved: ResolvedName | null;
}

/** A period in which a chain did not answer, or answered late. */
export interface Incident {
  readonly chainId: number;
  /** `silent`: its indexer did not run. `lagging`: it was too far behind. `tainted`: its nodes disagreed on final blocks. */
  readonly kind: 'silent' | 'lagging' | 'tainted';
  /** Unix seconds. */
  readonly from: number;
  /** Null: it goes on. */
  readonly to: number | null;
  /** The highest lag within it, in seconds. Null: unknown. */
  readonly worstLagSeconds: number | null;
}

/** The worst lag of a chain within a span of time. */
export interface LagSample {
  /** The beginning of the span, in Unix seconds. */
  readonly from: number;
  /** The highest age of the newest block. Null: nothing was recorded. */
  readonly lagSeconds: number | null;
  /**
   * The worst state within it. `indexing`: the chain was read for the first time. `silent`: no indexer ran in a part of it.
   * Null: nothing was recorded, and nothing had to be.
   */
  readonly state: 'ready' | 'indexing' | 'lagging' | 'silent' | 'tainted' | null;
}

export interface StatusHistory {
  /** The length of each span in seconds. */
  readonly spanSeconds: number;
  readonly chains: { readonly chainId: number; readonly name: string; readonly lag: LagSample[] }[];
  /** The newest first. */
  readonly incidents: Incident[];
}
