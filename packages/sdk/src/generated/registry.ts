/** Made from apps/api/src/operations by `npm run build:docs`. */

import {
  address,
  array,
  bytes,
  bytes32,
  checked,
  object,
  oneOf,
  orNull,
  type Read,
  uint256,
  whole,
} from '../client/read-json.ts';
import type { Address, Hex } from '../hex.ts';
import type { Registry, TokenType } from '../registries.ts';
import { assertDelegation, assertDelegationV1, assertExactDelegation, assertGrant } from '../rules.ts';

/** The scope of a delegation. `NONE` is reserved: lists contain only delegations that are in force. */
export type DelegationType = 'NONE' | 'ALL' | 'CONTRACT' | 'TOKEN';

/** A delegation of the v2 registry. */
export interface Delegation {
  readonly type: DelegationType;
  /** The cold wallet that issued the delegation. */
  readonly from: Address;
  /** The hot wallet that may act. */
  readonly to: Address;
  /** `null` if the delegation is not limited to a contract. */
  readonly contract: Address | null;
  /** `null` if the delegation is not limited to a token, and for ERC20. */
  readonly tokenId: bigint | null;
  /** Full rights are 32 zero bytes. Anything else limits the delegation to that purpose. */
  readonly rights: Hex;
  /** Null unless `type` is `TOKEN`. */
  readonly tokenType: TokenType | null;
  /** Null unless `tokenType` is `ERC20` or `ERC1155`. */
  readonly amount: bigint | null;
}

export const readDelegation: Read<Delegation> = checked(
  object<Delegation>({
    type: oneOf(['NONE', 'ALL', 'CONTRACT', 'TOKEN']),
    from: address,
    to: address,
    contract: orNull(address),
    tokenId: orNull(uint256),
    rights: bytes32,
    tokenType: orNull(oneOf(['ERC721', 'ERC20', 'ERC1155'])),
    amount: orNull(uint256),
  }),
  assertDelegation,
);

/** A delegation of the v2 registry, with `types=exact`. */
export interface ExactDelegation {
  /** The standard of the token where a plain list has `TOKEN`. */
  readonly type: 'NONE' | 'ALL' | 'CONTRACT' | 'ERC721' | 'ERC20' | 'ERC1155';
  /** The cold wallet that issued the delegation. */
  readonly from: Address;
  /** The hot wallet that may act. */
  readonly to: Address;
  /** `null` if the delegation is not limited to a contract. */
  readonly contract: Address | null;
  /** `null` if the delegation is not limited to a token, and for ERC20. */
  readonly tokenId: bigint | null;
  /** Full rights are 32 zero bytes. Anything else limits the delegation to that purpose. */
  readonly rights: Hex;
  /** Null for `ALL` and `CONTRACT`. */
  readonly tokenType: TokenType | null;
  /** Null unless `tokenType` is `ERC20` or `ERC1155`. */
  readonly amount: bigint | null;
}

export const readExactDelegation: Read<ExactDelegation> = checked(
  object<ExactDelegation>({
    type: oneOf(['NONE', 'ALL', 'CONTRACT', 'ERC721', 'ERC20', 'ERC1155']),
    from: address,
    to: address,
    contract: orNull(address),
    tokenId: orNull(uint256),
    rights: bytes32,
    tokenType: orNull(oneOf(['ERC721', 'ERC20', 'ERC1155'])),
    amount: orNull(uint256),
  }),
  assertExactDelegation,
);

/** A delegation of either registry, with the same field names for both. */
export interface Grant {
  readonly registry: Registry;
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  /** The cold wallet that issued the delegation. */
  readonly from: Address;
  /** The hot wallet that may act. */
  readonly to: Address;
  /** `null` if the delegation is not limited to a contract. */
  readonly contract: Address | null;
  /** `null` if the delegation is not limited to a token, and for ERC20. */
  readonly tokenId: bigint | null;
  /** Full rights are 32 zero bytes. Null for v1, where every delegation has full rights. */
  readonly rights: Hex | null;
  /** Null for v1, and unless `type` is `TOKEN`. */
  readonly tokenType: TokenType | null;
  /** Null unless `tokenType` is `ERC20` or `ERC1155`. */
  readonly amount: bigint | null;
}

export const ofGrant = {
  registry: oneOf(['v1', 'v2']),
  type: oneOf(['ALL', 'CONTRACT', 'TOKEN']),
  from: address,
  to: address,
  contract: orNull(address),
  tokenId: orNull(uint256),
  rights: orNull(bytes32),
  tokenType: orNull(oneOf(['ERC721', 'ERC20', 'ERC1155'])),
  amount: orNull(uint256),
};

/** A delegation in force, and the block it began in. */
export interface StandingGrant extends Grant {
  /**
   * The last second of rights of the form that expires, in seconds since 1970. `null` if they name none. The
   * registry itself does not enforce it.
   */
  readonly expiresAt: number | null;
  /** The block in which it was granted. */
  readonly block: number;
  /** The transaction that granted it. */
  readonly transaction: Hex;
  /** The time of that block, in seconds since 1970. `null` if unknown. */
  readonly since: number | null;
}

export const ofStandingGrant = {
  ...ofGrant,
  expiresAt: orNull(whole),
  block: whole,
  transaction: bytes32,
  since: orNull(whole),
};

export const readStandingGrant: Read<StandingGrant> = checked(
  object<StandingGrant>(ofStandingGrant),
  assertGrant,
);

/** The storage that decides a check, and the trie nodes that prove it. */
export interface Proof {
  /** The registry, whose account the proof is of. */
  readonly registry: Address;
  /** Every storage place that decides the check, in the order in which it follows from the question. */
  readonly slots: { readonly slot: Hex; readonly value: Hex }[];
  /** The nodes of the state trie and of the storage trie on the way to these places, in RLP, each once. */
  readonly nodes: Hex[];
}

export const readProof: Read<Proof> = object<Proof>({
  registry: address,
  slots: array(object({ slot: bytes32, value: bytes32 })),
  nodes: array(bytes),
});

/** A delegation of the v1 registry, with v1's field names. */
export interface DelegationV1 {
  readonly type: DelegationType;
  /** The hot wallet that may act. */
  readonly delegate: Address;
  /** The cold wallet that issued the delegation. */
  readonly vault: Address;
  /** `null` if the delegation is not limited to a contract. */
  readonly contract: Address | null;
  /** `null` if the delegation is not limited to a token, and for ERC20. */
  readonly tokenId: bigint | null;
}

export const readDelegationV1: Read<DelegationV1> = checked(
  object<DelegationV1>({
    type: oneOf(['NONE', 'ALL', 'CONTRACT', 'TOKEN']),
    delegate: address,
    vault: address,
    contract: orNull(address),
    tokenId: orNull(uint256),
  }),
  assertDelegationV1,
);
