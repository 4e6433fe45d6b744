/**
 * The types of all answers. A test compares them with `docs/api/openapi.json`, the contract of the interface.
 */
import type { ProblemCode } from './client/errors.ts';
import type { Address, Hex } from './hex.ts';
import type { Registry, TokenType } from './registries.ts';

/** The block an answer is true at. */
export interface Block {
  readonly chainId: number;
  readonly number: number;
  /** Null only for a block you named with `atBlock` or `blockTag` in which no registry event happened. */
  readonly hash: Hex | null;
  /** Unix time in seconds. Null when `hash` is null. */
  readonly timestamp: number | null;
}

/** An answer and the block it is true at. */
export interface Answer<T> {
  readonly value: T;
  readonly block: Block;
  /** The safe block of a `consistency: 'strict'` answer. Null otherwise. */
  readonly safeBlock: number | null;
}

/** An answer with its reasons. */
export interface Explained<T> extends Answer<T> {
  /**
   * The delegations that make the answer true, the broadest first. Empty when the answer is `false` or `0n`.
   */
  readonly because: StandingGrant[];
}

/** The block of a proven answer. */
export interface ProvenBlock extends Block {
  readonly hash: Hex;
  readonly timestamp: number;
  /** The block's header in RLP. Its keccak-256 hash is `hash`. */
  readonly header: Hex;
}

/** The storage that decides a check, and the trie nodes that prove it. */
export interface Proof {
  /** The registry's address. */
  readonly registry: Address;
  readonly slots: { readonly slot: Hex; readonly value: Hex }[];
  readonly nodes: Hex[];
}

/** An answer with its proof. It is not verified: pass it to `verifyCheck` of `@mandate/sdk/proof`. */
export interface Proven<T> {
  readonly value: T;
  readonly block: ProvenBlock;
  readonly proof: Proof;
}

/** A list or one page of it. */
export interface List<T> extends Answer<T[]> {
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: string | null;
}

/** The scope of a delegation. `NONE` is reserved: lists contain only delegations that are in force. */
export type DelegationType = 'NONE' | 'ALL' | 'CONTRACT' | 'TOKEN';

/** A delegation of either registry, with the same field names for both. */
export interface Grant {
  readonly registry: Registry;
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  /** The cold wallet that issued the delegation. */
  readonly from: Address;
  /** The hot wallet that may act. */
  readonly to: Address;
  /** Null when the delegation is not limited to a contract. */
  readonly contract: Address | null;
  /** Null when the delegation is not limited to a token, and for ERC20. */
  readonly tokenId: bigint | null;
  /** Full rights are 32 zero bytes. Null for v1, where every delegation has full rights. */
  readonly rights: Hex | null;
  /** Null for v1, and unless `type` is `TOKEN`. */
  readonly tokenType: TokenType | null;
  /** Null unless `tokenType` is `ERC20` or `ERC1155`. */
  readonly amount: bigint | null;
}

/** A delegation in force, and the block it began in. */
export interface StandingGrant extends Grant {
  /** The time at which rights of the expiring form end, in Unix seconds. Null: they name none. */
  readonly expiresAt: number | null;
  readonly block: number;
  readonly transaction: Hex;
  /** Unix time of that block in seconds. */
  readonly since: number | null;
}

/** A delegation of the v2 registry. */
export interface Delegation {
  readonly type: DelegationType;
  /** The cold wallet that issued the delegation. */
  readonly from: Address;
  /** The hot wallet that may act. */
  readonly to: Address;
  /** Null when the delegation is not limited to a contract. */
  readonly contract: Address | null;
  /** Null when the delegation is not limited to a token, and for ERC20. */
  readonly tokenId: bigint | null;
  /** Full rights are 32 zero bytes. Any other value limits the delegation to that right. */
  readonly rights: Hex;
  /** Null unless `type` is `TOKEN`. */
  readonly tokenType: TokenType | null;
  /** Null unless `tokenType` is `ERC20` or `ERC1155`. */
  readonly amount: bigint | null;
}

/** A delegation of the v1 registry, with v1's field names. */
export interface DelegationV1 {
  readonly type: DelegationType;
  /** The hot wallet that may act. */
  readonly delegate: Address;
  /** The cold wallet that issued the delegation. */
  readonly vault: Address;
  readonly contract: Address | null;
  readonly tokenId: bigint | null;
}

/** A chain that answered, and the block of its answers. */
export interface KnownChain {
  readonly chainId: number;
  readonly known: true;
  /** The registries that `resolve` searched on this chain. Null in a batch. */
  readonly registries: Registry[] | null;
  readonly block: Block;
  /** The safe block of a `consistency: 'strict'` answer. Null otherwise. */
  readonly safeBlock: number | null;
}

/** A chain that could not answer. Its delegations are unknown, not absent. */
export interface UnknownChain {
  readonly chainId: number;
  readonly known: false;
  /** A newer service may send codes that this version of the SDK does not know. */
  readonly code: ProblemCode | (string & {});
  readonly detail: string;
}

export type ChainAnswer = KnownChain | UnknownChain;

/** A wallet on the other side of the delegations. */
export interface ResolvedWallet {
  readonly address: Address;
  /** The reasons, per chain. The broadest and the narrowest grant can be the same one. */
  readonly grants: {
    readonly chainId: number;
    readonly broadest: StandingGrant;
    readonly narrowest: StandingGrant;
  }[];
}

/** A page of wallets, from every chain that was asked. */
export interface Resolved {
  readonly wallets: ResolvedWallet[];
  /** The block of each chain's answers. */
  readonly chains: KnownChain[];
  /** Pass it as `cursor` to read the next page. Null on the last page. */
  readonly nextCursor: Address | null;
}

/** A page of wallets from the chains that could answer. */
export interface PartlyResolved extends Resolved {
  /** The chains that could not answer: wallets may be missing because of them. */
  readonly unknown: UnknownChain[];
}

/** The answer to one check of a batch. A `value` of null means the answer is unknown, not `false`. */
export type BatchAnswer = KnownAnswer | UnknownAnswer;

export interface KnownAnswer {
  /** A `bigint` for ERC20 and ERC1155, a `boolean` for all other kinds. */
  readonly value: boolean | bigint;
}

export interface UnknownAnswer {
  readonly value: null;
  /** A newer service may send codes that this version of the SDK does not know. */
  readonly code: ProblemCode | (string & {});
  readonly detail: string;
}

export interface BatchAnswers {
  /** One answer per check, in the same order. */
  readonly answers: BatchAnswer[];
  /** Every chain named in the checks: the block of its answers, or the reason there are none. */
  readonly chains: ChainAnswer[];
}

/** The answers of a batch with `proof: true`, each with its proof. */
export interface ProvenBatchAnswers {
  /** One answer per check, in the same order. */
  readonly answers: (Proven<boolean> | Proven<bigint> | UnknownAnswer)[];
  /** Every chain named in the checks: the block of its answers, or the reason there are none. */
  readonly chains: ChainAnswer[];
}

/** A delegation in force at the block of a snapshot, and the block it began in. */
export interface SnapshotRecord extends Grant {
  readonly block: number;
  readonly log: number;
  readonly transaction: Hex;
}

export type ChainState = 'ready' | 'chain_not_ready' | 'chain_lagging' | 'chain_tainted';

/** The indexing progress of one chain. */
export interface ChainStatus {
  readonly chainId: number;
  readonly name: string;
  /** `ready`, or the error code that requests for this chain receive. */
  readonly state: ChainState;
  readonly detail: string | null;
  /** The newest indexed block. */
  readonly indexed: { readonly number: number; readonly hash: Hex; readonly timestamp: number } | null;
  readonly head: number | null;
  readonly safe: number | null;
  readonly finalized: number | null;
  readonly lagBlocks: number | null;
  /** Age of the newest indexed block. */
  readonly lagSeconds: number | null;
  /**
   * Time since the indexer last reported. Null when it has not started, or has been silent for too long to
   * measure.
   */
  readonly heardMsAgo: number | null;
  /**
   * The chain counts as lagging when the indexer is silent for longer than `ms`, or when its newest block is
   * older than `blockAgeMs` (null: no limit).
   */
  readonly maxLag: { readonly ms: number; readonly blockAgeMs: number | null };
  /** The RPC nodes the chain is read from. Empty until the indexer has reported them. */
  readonly nodes: NodeStatus[];
}

/**
 * `agreed`: the node's answers count. `behind`: it lacks blocks that others have. `outvoted`: it contradicts
 * the others. `undecided`: too few nodes agree. `failed`: it does not answer. `state_only`: it has no vote.
 * `unknown`: the indexer has not reported for a minute.
 */
export type NodeState = 'agreed' | 'behind' | 'outvoted' | 'undecided' | 'failed' | 'state_only' | 'unknown';

/** An RPC node a chain is read from, under the label its operator chose. */
export interface NodeStatus {
  readonly label: string;
  readonly state: NodeState;
  /** True when the node's answers count. Null when that is unknown, or when the node has no vote. */
  readonly inQuorum: boolean | null;
  /** The newest block the node reported. */
  readonly head: number | null;
  /**
   * Number of times the node contradicted the others. `lastOutvoted` is the Unix time of the last one, in
   * seconds.
   */
  readonly outvoted: number;
  readonly lastOutvoted: number | null;
  readonly lastError: { readonly kind: string; readonly timestamp: number } | null;
  /**
   * The calls made to the node today (UTC), and their cost if the price is known. Null when the operator
   * hides it.
   */
  readonly today: { readonly calls: number; readonly cost: number | null } | null;
}

export interface Status {
  readonly chains: ChainStatus[];
}

/** A chain the service supports. */
export interface Network {
  readonly chainId: number;
  readonly name: string;
  readonly testnet: boolean;
  readonly explorer: string | null;
  readonly registries: { readonly v1: Address | null; readonly v2: Address | null };
  /** Checks of this chain can be proven. */
  readonly proofs: boolean;
  /** URL of a node that browsers may ask, e.g. for the hash of the block of a proof. */
  readonly publicNode: string | null;
}

export interface Networks {
  readonly networks: Network[];
}
