/** What the functions take. */
import type { Registry } from './answers.ts';
import type { Address, Hex } from './hex.ts';

export interface Options {
  /** Ends the call at once, also while it waits to ask again. It then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface OfChain extends Options {
  /** The chain to ask. Without it, Ethereum mainnet. */
  readonly chainId?: number | undefined;
}

/** When: without any of these, at the newest block that the service has read. Only one may name a block. */
export interface When {
  /** The newest block that the chain itself calls so. */
  readonly blockTag?: 'latest' | 'safe' | 'finalized' | undefined;
  /** The end of this block. */
  readonly atBlock?: number | undefined;
  /** This time: seconds since 1970, or a date. */
  readonly atTime?: number | Date | undefined;
  /** This block or a later one; the service waits for it a few seconds. */
  readonly minBlock?: number | undefined;
  /**
   * Strict: at the latest block and at the safe one. A grant counts once it is safe, a revocation at once. The answer names
   * the latest block; where one node alone tells the newest blocks of a chain, it names the safe block.
   */
  readonly consistency?: 'latest' | 'strict' | undefined;
}

/** Why: `explain: true` makes the answer an `Explained`. */
export interface Why<Explain extends boolean = boolean> {
  readonly explain?: Explain | undefined;
}

export interface Parties extends OfChain {
  /** The hot wallet, which wants to act; "delegate" in v1's words. */
  readonly to: Address;
  /** The cold wallet, which issued the delegation; "vault" in v1's words. */
  readonly from: Address;
}

interface OfContract {
  /** The contract of the token or collection. */
  readonly contract: Address;
}

interface OfToken extends OfContract {
  readonly tokenId: bigint;
}

interface WithRights {
  /** The right asked for, see `rightsFromText`. Without it only a delegation with full rights will do. */
  readonly rights?: Hex | undefined;
}

type Check<Explain extends boolean> = Parties & When & Why<Explain>;

export interface CheckAllParameters<Explain extends boolean = boolean> extends Check<Explain>, WithRights {}
export interface CheckContractParameters<Explain extends boolean = boolean>
  extends Check<Explain>,
    OfContract,
    WithRights {}
export interface CheckErc721Parameters<Explain extends boolean = boolean>
  extends Check<Explain>,
    OfToken,
    WithRights {}
export interface CheckErc1155Parameters<Explain extends boolean = boolean>
  extends Check<Explain>,
    OfToken,
    WithRights {}
export interface CheckErc20Parameters<Explain extends boolean = boolean>
  extends Check<Explain>,
    OfContract,
    WithRights {}

export interface CheckAllV1Parameters<Explain extends boolean = boolean> extends Check<Explain> {}
export interface CheckContractV1Parameters<Explain extends boolean = boolean>
  extends Check<Explain>,
    OfContract {}
export interface CheckTokenV1Parameters<Explain extends boolean = boolean> extends Check<Explain>, OfToken {}

export interface ListDelegationsParameters extends OfChain, When {
  /** Whose delegations are listed: those it gave, and those it was given. */
  readonly wallet: Address;
  /** Records a page, at most 1000. Without `limit` and `cursor` the whole list comes. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

interface OfChains {
  /** The chains to look at. Without it, all that the service serves. */
  readonly chainIds?: readonly number[] | undefined;
}

interface ResolveScope<Partial extends boolean> extends OfChains, WithRights, Options {
  /** Counts delegations of this contract, too. Without it: of the whole wallet only. */
  readonly contract?: Address | undefined;
  /** Counts delegations of this token of the contract, too. */
  readonly tokenId?: bigint | undefined;
  /** The registries to look at. Without it, both. */
  readonly registries?: readonly Registry[] | undefined;
  /** With `strict`, only grants count that stood without interruption from the safe block to the latest. */
  readonly consistency?: 'latest' | 'strict' | undefined;
  /** Takes what some chains say though others can't answer; those are then in `unknown`. Without it that throws. */
  readonly partial?: Partial | undefined;
  /** Wallets a page, at most 1000. 100 unless told. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: Address | undefined;
}

/** One side of what is asked for; the wallets of the other side come back. */
export type ResolveParameters<Partial extends boolean = boolean> = ResolveScope<Partial> &
  (
    | {
        /** The hot wallet: which vaults grant it this? */
        readonly to: Address;
        readonly from?: undefined;
      }
    | {
        /** The cold wallet: which hot wallets does it grant this to? */
        readonly from: Address;
        readonly to?: undefined;
      }
  );

interface BatchParties {
  readonly chainId?: number | undefined;
  readonly to: Address;
  readonly from: Address;
}

/** A check of a batch: the registry, the kind, and what the function of the same name takes. */
export type BatchCheck = BatchParties &
  (
    | ({ readonly registry: 'v2'; readonly kind: 'all' } & WithRights)
    | ({ readonly registry: 'v2'; readonly kind: 'contract' | 'erc20' } & OfContract & WithRights)
    | ({ readonly registry: 'v2'; readonly kind: 'erc721' | 'erc1155' } & OfToken & WithRights)
    | { readonly registry: 'v1'; readonly kind: 'all' }
    | ({ readonly registry: 'v1'; readonly kind: 'contract' } & OfContract)
    | ({ readonly registry: 'v1'; readonly kind: 'token' } & OfToken)
  );

export interface WatchChangesParameters extends OfChains, Options {
  /** Only changes of delegations that this wallet gives or is given. */
  readonly wallet?: Address | undefined;
  /** Only changes that touch this contract: of it, of its tokens, and of whole wallets. */
  readonly contract?: Address | undefined;
  /** Where to go on, or `start` for the first change there ever was. Without it: from now on. */
  readonly cursor?: string | undefined;
}

export interface ListChangesParameters extends WatchChangesParameters {
  /** Changes a page, at most 1000. 100 unless told. */
  readonly limit?: number | undefined;
}

export interface ReadSnapshotParameters extends OfContract, Options {
  readonly chainId: number;
  /** A block that the chain calls final. */
  readonly block: number;
  /** The registries whose delegations count. Without it, all that the chain has. */
  readonly registries?: readonly Registry[] | undefined;
}
