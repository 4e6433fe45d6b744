/** What comes back. `docs/api/openapi.json` is the contract, and a test holds these types to it. */
import type { ProblemCode } from './errors.ts';
import type { Address, Hex } from './hex.ts';

/** The block whose state an answer is. */
export interface Block {
  readonly chainId: number;
  readonly number: number;
  /** Null only of a block that was asked for by `atBlock` or `blockTag`, and in which nothing happened. */
  readonly hash: Hex | null;
  /** Seconds since 1970. Null where `hash` is. */
  readonly timestamp: number | null;
}

/** An answer, and the block at which the registry says so. */
export interface Answer<T> {
  readonly value: T;
  readonly block: Block;
  /** With `consistency: 'strict'`: the safe block, since which what counts stood without interruption. Null otherwise. */
  readonly safeBlock: number | null;
}

/** An answer with its reasons. */
export interface Explained<T> extends Answer<T> {
  /** The delegations that make it so, the broadest first. None, when the answer is `false` or `0n`. */
  readonly because: StandingGrant[];
}

/** A list, or a page of one. */
export interface List<T> extends Answer<T[]> {
  /** Where the next page begins. Null: nothing follows. */
  readonly nextCursor: string | null;
}

/** What a delegation covers. A list has only what stands, so `NONE` is in none today. */
export type DelegationType = 'NONE' | 'ALL' | 'CONTRACT' | 'TOKEN';

export type TokenType = 'ERC721' | 'ERC20' | 'ERC1155';

export type Registry = 'v1' | 'v2';

/** What was granted, in either registry, under one set of names. */
export interface Grant {
  readonly registry: Registry;
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  /** The cold wallet, which issued it. */
  readonly from: Address;
  /** The hot wallet, which may act. */
  readonly to: Address;
  /** Null when it is not limited to a contract. */
  readonly contract: Address | null;
  /** Null when it is not limited to a token, and of ERC20. */
  readonly tokenId: bigint | null;
  /** 32 zero bytes are full rights. Null of v1, which knows none: what stands there has full rights. */
  readonly rights: Hex | null;
  /** Null unless `type` is `TOKEN`, and of v1. */
  readonly tokenType: TokenType | null;
  /** Of ERC20 and ERC1155. */
  readonly amount: bigint | null;
}

/** A delegation that stands, and where it began. */
export interface StandingGrant extends Grant {
  readonly block: number;
  readonly transaction: Hex;
  /** The time of that block, in seconds since 1970. */
  readonly since: number | null;
}

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

/** A chain that answered, and the block of its answers. */
export interface KnownChain {
  readonly chainId: number;
  readonly known: true;
  /** Of `resolve`: those of its registries that were looked at. Null of a batch. */
  readonly registries: Registry[] | null;
  readonly block: Block;
  /** With `consistency: 'strict'`: the safe block, since which what counts stood without interruption. Null otherwise. */
  readonly safeBlock: number | null;
}

/** A chain that could not answer: what is missing of it is not known, not absent. */
export interface UnknownChain {
  readonly chainId: number;
  readonly known: false;
  /** A service that is newer than this package may know more codes. */
  readonly code: ProblemCode | (string & {});
  readonly detail: string;
}

export type ChainAnswer = KnownChain | UnknownChain;

/** A wallet at the other end of what was asked for. */
export interface ResolvedWallet {
  readonly address: Address;
  /** Chain by chain, why. The broadest and the narrowest may be the same one. */
  readonly grants: {
    readonly chainId: number;
    readonly broadest: StandingGrant;
    readonly narrowest: StandingGrant;
  }[];
}

/** A page of wallets, from every chain that was asked. */
export interface Resolved {
  readonly wallets: ResolvedWallet[];
  /** The block of each chain. */
  readonly chains: KnownChain[];
  /** Where the next page begins. Null: nothing follows. */
  readonly nextCursor: Address | null;
}

/** A page of wallets from those chains that could answer. */
export interface PartlyResolved extends Resolved {
  /** The others: wallets may be missing because of them. */
  readonly unknown: UnknownChain[];
}

/** The answer to one check of a batch. Null is neither yes nor no: it is not known. */
export type BatchAnswer = KnownAnswer | UnknownAnswer;

export interface KnownAnswer {
  /** A balance of ERC20 and ERC1155, and yes or no of all others. */
  readonly value: boolean | bigint;
}

export interface UnknownAnswer {
  readonly value: null;
  /** A service that is newer than this package may know more codes. */
  readonly code: ProblemCode | (string & {});
  readonly detail: string;
}

export interface BatchAnswers {
  /** One for each check, in their order. */
  readonly answers: BatchAnswer[];
  /** Every chain of the checks: the block that its answers are of, or why there are none. */
  readonly chains: ChainAnswer[];
}

/** Something that happened to a delegation, or was taken back by the chain. */
export interface Change extends Grant {
  readonly chainId: number;
  readonly change: 'granted' | 'amountChanged' | 'revoked';
  /** The chain replaced the block: what was said before is no more. Do the opposite. */
  readonly undone: boolean;
  /** Of `amountChanged`: what it was before. */
  readonly amountBefore: bigint | null;
  readonly block: number;
  readonly log: number;
  readonly transaction: Hex;
  /** The time of the block, in seconds since 1970. */
  readonly timestamp: number | null;
}

/** A page of changes. */
export interface Changes {
  readonly changes: Change[];
  /** Where to go on, now or later. */
  readonly cursor: string;
  /** Whether more is there already. */
  readonly more: boolean;
}

/** A change as it happens, and where to go on after it. */
export interface WatchedChange {
  readonly change: Change;
  readonly cursor: string;
}

/** A delegation as it stood at the block of a snapshot, and where it began. */
export interface SnapshotRecord extends Grant {
  readonly block: number;
  readonly log: number;
  readonly transaction: Hex;
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
  /** How old the newest block that was read is. */
  readonly lagSeconds: number | null;
  /** How long the indexer has been silent. Null: it has not begun, or was silent for longer than can be told. */
  readonly heardMsAgo: number | null;
  /** Beyond these the chain counts as lagging: the indexer's silence, and the age of the newest block (null: any). */
  readonly maxLag: { readonly ms: number; readonly blockAgeMs: number | null };
  /** The nodes that the chain is read from. None: the indexer has not reported them. */
  readonly nodes: NodeStatus[];
}

/**
 * What the answers of a node are worth: `agreed`, they count; `behind`, it lacks blocks that others have; `outvoted`, it
 * contradicts the others; `undecided`, too few nodes agree; `failed`, it does not answer; `state_only`, it has no vote;
 * `unknown`, the indexer has not reported for a minute.
 */
export type NodeState = 'agreed' | 'behind' | 'outvoted' | 'undecided' | 'failed' | 'state_only' | 'unknown';

/** A node that a chain is read from, by the name that the operator gave it. */
export interface NodeStatus {
  readonly label: string;
  readonly state: NodeState;
  /** Whether its answers count. Null: not known, or it has no vote. */
  readonly inQuorum: boolean | null;
  /** The newest block that it named. */
  readonly head: number | null;
  /** How often it contradicted the others, and when it last did, in seconds since 1970. */
  readonly outvoted: number;
  readonly lastOutvoted: number | null;
  readonly lastError: { readonly kind: string; readonly timestamp: number } | null;
  /** The calls that it got today (UTC), and their cost if its price is known. Null: the operator does not show it. */
  readonly today: { readonly calls: number; readonly cost: number | null } | null;
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
