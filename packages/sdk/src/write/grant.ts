import type { Address, Hex } from '../hex.ts';

interface Base {
  /** The wallet that may act. */
  readonly to: Address;
  /** The chain of the registry, Ethereum if absent. It decides the registry's address. */
  readonly chainId?: number | undefined;
}

interface BaseV1 extends Base {
  readonly registry: 'v1';
  readonly rights?: undefined;
  readonly amount?: undefined;
}

interface BaseV2 extends Base {
  readonly registry: 'v2';
  /** 32 bytes. If absent, the grant holds for every right. */
  readonly rights?: Hex | undefined;
}

interface Wallet {
  readonly contract?: undefined;
  readonly tokenId?: undefined;
}

interface Contract {
  readonly contract: Address;
  readonly tokenId?: undefined;
}

interface Token {
  readonly contract: Address;
  readonly tokenId: bigint;
}

interface NoAmount {
  readonly amount?: undefined;
}

interface Amount {
  /** In the token's smallest unit, above 0. */
  readonly amount: bigint;
}

interface AnyAmount {
  /** A revocation does not need the amount. */
  readonly amount?: bigint | undefined;
}

type V1 =
  | (BaseV1 & Wallet & { readonly type: 'all' })
  | (BaseV1 & Contract & { readonly type: 'contract' })
  | (BaseV1 & Token & { readonly type: 'token' });

type V2<Quantity> =
  | (BaseV2 & Wallet & NoAmount & { readonly type: 'all' })
  | (BaseV2 & Contract & NoAmount & { readonly type: 'contract' })
  | (BaseV2 & Token & NoAmount & { readonly type: 'erc721' })
  | (BaseV2 & Contract & Quantity & { readonly type: 'erc20' })
  | (BaseV2 & Token & Quantity & { readonly type: 'erc1155' });

/** A delegation to write: what the sender lets `to` act for. */
export type WritableGrant = V1 | V2<Amount>;

/** A delegation to end: what the sender no longer lets `to` act for. */
export type RevocableGrant = V1 | V2<AnyAmount>;
