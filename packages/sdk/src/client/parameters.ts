/** The parameters of all functions. */

import type { Address, Hex } from '../hex.ts';
import type { Registries, Registry, TokenType } from '../registries.ts';

export interface Options {
  /** Aborts the call, also while it waits to retry. The call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface OfChain extends Options {
  /** The chain id. Default: 1, Ethereum mainnet. */
  readonly chainId?: number | undefined;
}

/** Chooses the block. Default: the newest indexed block. Only one field may name a block. */
export interface When {
  /** The newest block with this tag. */
  readonly blockTag?: 'latest' | 'safe' | 'finalized' | undefined;
  /** The end of this block. */
  readonly atBlock?: number | undefined;
  /** A Unix time in seconds, or a Date. */
  readonly atTime?: number | Date | undefined;
  /** This block or a later one. The service waits a few seconds for it. */
  readonly minBlock?: number | undefined;
  /**
   * `strict` looks at the latest and the safe block: a grant counts once it is safe, a revocation counts
   * immediately. The answer names the latest block, or the safe block where only one node reports a chain's
   * newest blocks.
   */
  readonly consistency?: 'latest' | 'strict' | undefined;
}

/** The form of an answer. Only one of the two may be true. */
export interface Why<Explain extends boolean = boolean, Prove extends boolean = boolean> {
  /** Adds the reasons to the answer. */
  readonly explain?: Explain | undefined;
  /** Adds a proof to the answer. It counts as five requests, and cannot be `strict`. */
  readonly proof?: Prove | undefined;
}

export interface Parties extends OfChain {
  /** The hot wallet that wants to act; v1 calls it "delegate". */
  readonly to: Address;
  /** The cold wallet that issued the delegation; v1 calls it "vault". */
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
  /**
   * The required right, see `rightsFromText`. Without it, only a delegation with full rights satisfies the
   * check.
   */
  readonly rights?: Hex | undefined;
}

/** The scope and the right that a grant of a kind has. */
type ScopeOf<R extends Registry, K extends keyof Registries[R]> = (Registries[R][K] extends {
  readonly scope: readonly (infer Field extends keyof OfToken)[];
}
  ? Pick<OfToken, Field>
  : never) &
  (Registries[R][K] extends { readonly hasRights: true } ? WithRights : unknown);

/** The parameters of the check of a kind. */
export type CheckParameters<
  R extends Registry,
  K extends keyof Registries[R],
  Explain extends boolean,
  Prove extends boolean,
> = Parties & When & Why<Explain, Prove> & ScopeOf<R, K>;

export interface ListDelegationsParameters<Types extends 'scope' | 'exact' = 'scope'> extends OfChain, When {
  /** The wallet whose given and received delegations are listed. */
  readonly wallet: Address;
  /** With `exact`, `type` is `ERC721`, `ERC1155` or `ERC20` instead of `TOKEN`. v1 records no standard: its delegations stay `TOKEN`. */
  readonly types?: Types | undefined;
  /** Records per page, at most 1000. Without `limit` and `cursor` the whole list is returned. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

interface OfChains {
  /** The chains to search. Default: all supported chains. */
  readonly chainIds?: readonly number[] | undefined;
}

interface ResolveScope<Partial extends boolean> extends OfChains, WithRights, Options {
  /** Also counts delegations of this contract. Without it, only delegations of the whole wallet count. */
  readonly contract?: Address | undefined;
  /** Also counts delegations of this token of the contract. */
  readonly tokenId?: bigint | undefined;
  /** The registries to search. Default: both. */
  readonly registries?: readonly Registry[] | undefined;
  /**
   * With `strict`, only grants count that were in force without interruption from the safe block to the
   * latest.
   */
  readonly consistency?: 'latest' | 'strict' | undefined;
  /**
   * Returns the wallets of the chains that can answer and lists the others in `unknown`. Without it, one
   * unavailable chain makes the call throw.
   */
  readonly partial?: Partial | undefined;
  /** Wallets per page, at most 1000. Default: 100. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: Address | undefined;
}

/** One side of the delegations. The answer lists the wallets of the other side. */
export type ResolveParameters<Partial extends boolean = boolean> = ResolveScope<Partial> &
  (
    | {
        /** The hot wallet: finds the vaults that delegate to it. */
        readonly to: Address;
        readonly from?: undefined;
      }
    | {
        /** The cold wallet: finds the hot wallets it delegates to. */
        readonly from: Address;
        readonly to?: undefined;
      }
  );

/** Which delegations count for a wallet. */
interface ClaimScope extends When, OfContract, OfChain {
  /**
   * The required right: 32 bytes, see `rightsFromText`, or 24 bytes with `exclusive`. Without it, only delegations
   * with full rights count, or with `exclusive` only those whose identifier is zero.
   */
  readonly rights?: Hex | undefined;
  /** The registries to search. Default: both. */
  readonly registries?: readonly Registry[] | undefined;
  /** Counts each token for one wallet only: its exclusive delegate. Ordinary delegations do not count then. */
  readonly exclusive?: boolean | undefined;
}

interface EligibilityScope extends ClaimScope {
  /** Only this token counts. ERC1155 needs it, ERC20 does not take it. */
  readonly tokenId?: bigint | undefined;
  /** How many are needed. Default: 1n. */
  readonly min?: bigint | undefined;
  /** The kind of the token contract. Default: what the contract says about itself (ERC-165). */
  readonly standard?: TokenType | undefined;
}

export interface GetEligibilityParameters extends EligibilityScope {
  /** The wallet that wants to claim. */
  readonly wallet: Address;
  /** Counts the holdings of this vault only, not those of the wallet. */
  readonly vault?: Address | undefined;
}

export interface GetEligibilityOfManyParameters extends EligibilityScope {
  /** The wallets that want to claim, 1 to 100. */
  readonly wallets: readonly Address[];
}

interface TokensScope extends ClaimScope {
  /** The wallet that wants to use the tokens. */
  readonly wallet: Address;
  /** The standard of the contract. Default: what the contract says about itself (ERC-165). */
  readonly standard?: 'ERC721' | 'ERC1155' | undefined;
  /** Counts the tokens of this vault only, not those of the wallet. */
  readonly vault?: Address | undefined;
}

export interface ListTokensParameters extends TokensScope {
  /** The `nextCursor` of the previous page. Send the other parameters as before. */
  readonly cursor?: string | undefined;
}

export interface CheckTokensParameters extends TokensScope {
  /** The ids that are asked about, 1 to 1000. */
  readonly tokenIds: readonly bigint[];
}

export interface ScoreVotesParameters extends OfContract, OfChain {
  /** Whose votes are counted, 1 to 5,000. */
  readonly addresses: readonly Address[];
  readonly standard: TokenType;
  /** The token of an ERC1155 contract. */
  readonly tokenId?: bigint | undefined;
  /** The end of this block. Default: the newest indexed block. */
  readonly atBlock?: number | undefined;
  /** A right, see `rightsFromText`. Its delegations come before those with full rights. Default: only full rights count. */
  readonly rights?: Hex | undefined;
  /** The registries to search. Default: both. */
  readonly registries?: readonly Registry[] | undefined;
  /** The addresses are all that vote: a holder among them votes itself, else the first delegate that is among them. */
  readonly override?: boolean | undefined;
}

interface ExclusiveScope extends Omit<When, 'consistency'>, OfChain {
  /** The first 24 bytes of the right. Default: zero bytes, which only a delegation for everything satisfies. */
  readonly rights?: Hex | undefined;
}

export interface GetExclusiveWalletParameters extends ExclusiveScope {
  readonly vault: Address;
}

export interface GetExclusiveOwnerParameters extends ExclusiveScope, OfToken {}

export interface ListExclusiveVaultsParameters extends ExclusiveScope {
  /** The wallet whose vaults are listed. */
  readonly wallet: Address;
  /** Vaults per page, at most 1000. Default: 100. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: Address | undefined;
}

export interface GetAuditReportParameters extends Options {
  /** A day (UTC) like `2026-01-31`, or `newest`. `getAudit` lists the days. */
  readonly day: string;
}

interface BatchParties {
  readonly chainId?: number | undefined;
  readonly to: Address;
  readonly from: Address;
}

type BatchCheckOf<R extends Registry, K extends keyof Registries[R]> = {
  readonly registry: R;
  readonly kind: K;
} & ScopeOf<R, K>;

/** A check of a batch: registry, kind and the parameters of the matching function. */
export type BatchCheck = BatchParties &
  { [R in Registry]: { [K in keyof Registries[R]]: BatchCheckOf<R, K> }[keyof Registries[R]] }[Registry];

/** Chooses the block of a batch. With `proof: true`, each answer comes with its proof; a batch then has at most 20 checks. */
export interface BatchParameters<Prove extends boolean = boolean> extends When, Options {
  readonly proof?: Prove | undefined;
}

export interface OfChanges extends OfChains, Options {
  /** Only changes of delegations from or to this wallet. */
  readonly wallet?: Address | undefined;
  /** Only changes that affect this contract: delegations of it, of its tokens, and of whole wallets. */
  readonly contract?: Address | undefined;
  /**
   * Continues after this cursor. `start` is the first change ever, `time:2026-01-31T12:00:00Z` the first of that time or later,
   * `block:1:20000000` the first of chain 1 in that block or later. Default: from now on.
   */
  readonly cursor?: string | undefined;
}

export interface ListChangesParameters extends OfChanges {
  /** Changes per page, at most 1000. Default: 100. */
  readonly limit?: number | undefined;
}

export interface ReadSnapshotParameters extends OfContract, Options {
  readonly chainId: number;
  /** A finalized block. */
  readonly block: number;
  /** The registries to include. Default: all that the chain has. */
  readonly registries?: readonly Registry[] | undefined;
}
