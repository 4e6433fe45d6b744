/** What the functions take. */
import type { Address, Hex } from './hex.ts';

export interface Options {
  /** Ends the call at once, also while it waits to ask again. It then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface OfChain extends Options {
  /** The chain to ask. Without it, Ethereum mainnet. */
  readonly chainId?: number | undefined;
}

export interface Parties extends OfChain {
  /** The hot wallet, which wants to act; "delegate" in v1's words. */
  readonly to: Address;
  /** The cold wallet, which issued the delegation; "vault" in v1's words. */
  readonly from: Address;
}

export interface OfContract {
  /** The contract of the token or collection. */
  readonly contract: Address;
}

export interface OfToken extends OfContract {
  readonly tokenId: bigint;
}

export interface WithRights {
  /** The right asked for, see `rightsFromText`. Without it only a delegation with full rights will do. */
  readonly rights?: Hex | undefined;
}

export interface CheckAllParameters extends Parties, WithRights {}
export interface CheckContractParameters extends Parties, OfContract, WithRights {}
export interface CheckErc721Parameters extends Parties, OfToken, WithRights {}
export interface CheckErc1155Parameters extends Parties, OfToken, WithRights {}
export interface CheckErc20Parameters extends Parties, OfContract, WithRights {}

export interface CheckAllV1Parameters extends Parties {}
export interface CheckContractV1Parameters extends Parties, OfContract {}
export interface CheckTokenV1Parameters extends Parties, OfToken {}

export interface ListDelegationsParameters extends OfChain {
  /** Whose delegations are listed: those it gave, and those it was given. */
  readonly wallet: Address;
  /** Records a page, at most 1000. Without `limit` and `cursor` the whole list comes. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}
