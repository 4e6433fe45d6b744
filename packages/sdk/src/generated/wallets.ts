/** Made from apps/api/src/operations by `npm run build:docs`. */

import { address, bytes32, checked, object, orNull, type Read, text, whole } from '../client/read-json.ts';
import type { Address, Hex } from '../hex.ts';
import { assertGrant } from '../rules.ts';
import { ofStandingGrant, type StandingGrant } from './registry.ts';

/** A delegation in force, with the chain that it is on. */
export interface WalletDelegation extends StandingGrant {
  readonly chainId: number;
}

export const readWalletDelegation: Read<WalletDelegation> = checked(
  object<WalletDelegation>({ ...ofStandingGrant, chainId: whole }),
  assertGrant,
);

/**
 * `plain`: no code. `eip7702`: an account that runs the code of a contract (EIP-7702). `safe`: a Safe whose
 * code is in the table of this service. `contract`: any other code.
 */
export type AccountKind = 'plain' | 'contract' | 'safe' | 'eip7702';

/** What an address is on one chain, at a block. Later blocks may change it. */
export interface Account {
  /**
   * `plain`: no code. `eip7702`: an account that runs the code of a contract (EIP-7702). `safe`: a Safe whose
   * code is in the table of this service. `contract`: any other code.
   */
  readonly kind: AccountKind | (string & {});
  /**
   * The contract whose code the account runs: that of `eip7702`, and the singleton of `safe`. `null` for
   * others.
   */
  readonly codeAddress: Address | null;
  /** What that contract is called in the table of this service. `null` if it is not there. */
  readonly codeName: string | null;
  /** The number of the block at which this is true. */
  readonly block: number;
  /** The hash of that block. */
  readonly blockHash: Hex;
}

export const readAccount: Read<Account> = object<Account>({
  kind: text,
  codeAddress: orNull(address),
  codeName: orNull(text),
  block: whole,
  blockHash: bytes32,
});

/** What the wallet is on a chain. */
export interface WalletAccount {
  readonly chainId: number;
  /**
   * What the address is. `null` if that is not known: the nodes do not answer, do not agree, or lack the
   * state. Never read it as `plain`.
   */
  readonly account: Account | null;
}

export const readWalletAccount: Read<WalletAccount> = object<WalletAccount>({
  chainId: whole,
  account: orNull(readAccount),
});
