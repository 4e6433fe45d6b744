/** What comes back. `docs/api/openapi.json` is the contract, and a test holds these types to it. */
import type { Address, Hex } from './hex.ts';

/** The block whose state an answer is. */
export interface Block {
  readonly chainId: number;
  readonly number: number;
  readonly hash: Hex;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** An answer, and the block at which the registry says so. */
export interface Answer<T> {
  readonly value: T;
  readonly block: Block;
}

/** A list, or a page of one. */
export interface List<T> extends Answer<T[]> {
  /** Where the next page begins. Null: nothing follows. */
  readonly nextCursor: string | null;
}

/** What a delegation covers. A list has only what stands, so `NONE` is in none today. */
export type DelegationType = 'NONE' | 'ALL' | 'CONTRACT' | 'TOKEN';

export type TokenType = 'ERC721' | 'ERC20' | 'ERC1155';

/** A delegation of the v2 registry. */
export interface Delegation {
  readonly type: DelegationType;
  /** The cold wallet, which issued it. */
  readonly from: Address;
  /** The hot wallet, which may act. */
  readonly to: Address;
  /** Null when it is not limited to a contract. */
  readonly contract: Address | null;
  /** Null when it is not limited to a token, and of ERC20. */
  readonly tokenId: bigint | null;
  /** 32 zero bytes are full rights. Anything else limits the delegation to that purpose. */
  readonly rights: Hex;
  /** Null unless `type` is `TOKEN`. */
  readonly tokenType: TokenType | null;
  /** Of ERC20 and ERC1155. */
  readonly amount: bigint | null;
}

/** A delegation of the v1 registry, in its words. */
export interface DelegationV1 {
  readonly type: DelegationType;
  /** The hot wallet, which may act. */
  readonly delegate: Address;
  /** The cold wallet, which issued it. */
  readonly vault: Address;
  readonly contract: Address | null;
  readonly tokenId: bigint | null;
}

export type ChainState = 'ready' | 'chain_not_ready' | 'chain_lagging' | 'chain_tainted';

/** How far the service has read a chain. */
export interface ChainStatus {
  readonly chainId: number;
  readonly name: string;
  /** `ready`, or the code of the error that questions about this chain get. */
  readonly state: ChainState;
  readonly detail: string | null;
  /** The newest block that was read. */
  readonly indexed: { readonly number: number; readonly hash: Hex; readonly timestamp: number } | null;
  readonly head: number | null;
  readonly safe: number | null;
  readonly finalized: number | null;
  readonly lagBlocks: number | null;
  readonly heardMsAgo: number | null;
  /** Beyond this the chain counts as lagging. */
  readonly maxLag: { readonly blocks: number; readonly ms: number };
}

export interface Status {
  readonly chains: ChainStatus[];
}

/** A chain that the service answers for. */
export interface Network {
  readonly chainId: number;
  readonly name: string;
  readonly testnet: boolean;
  readonly explorer: string | null;
  readonly registries: { readonly v1: Address | null; readonly v2: Address | null };
}

export interface Networks {
  readonly networks: Network[];
}
