/** Made from apps/api/src/operations by `npm run build:docs`. */

import type { Block } from '../block.ts';
import { address, array, object, orNull, type Read } from '../client/read-json.ts';
import type { Address } from '../hex.ts';
import { readTimedGrant, readUnknownPart, type TimedGrant, type UnknownPart } from './eligibility.ts';

/** The one wallet that acts for a vault. */
export interface ExclusiveWallet {
  /** The wallet that acts for the vault: itself if it has no exclusive delegate. */
  readonly wallet: Address;
  /** The delegation that decides. `null` if the vault or the owner acts itself. */
  readonly grant: TimedGrant | null;
  readonly block: Block;
  /** The parts that could not be read. Empty if everything was. */
  readonly unknown: UnknownPart[];
}

export const readExclusiveWallet: Read<Omit<ExclusiveWallet, 'block'>> = object<
  Omit<ExclusiveWallet, 'block'>
>({ wallet: address, grant: orNull(readTimedGrant), unknown: array(readUnknownPart) });

/** The one wallet that acts for a token. */
export interface ExclusiveOwner {
  /**
   * The wallet that acts for the owner: itself if it has no exclusive delegate. `null` if there is no owner,
   * or if `unknown` says why it is not known.
   */
  readonly wallet: Address | null;
  /**
   * The owner on the chain. `null` if nobody owns the token, or if `unknown` says why the owner is not known.
   */
  readonly owner: Address | null;
  /** The delegation that decides. `null` if the vault or the owner acts itself. */
  readonly grant: TimedGrant | null;
  readonly block: Block;
  /** The parts that could not be read. Empty if everything was. */
  readonly unknown: UnknownPart[];
}

export const readExclusiveOwner: Read<Omit<ExclusiveOwner, 'block'>> = object<Omit<ExclusiveOwner, 'block'>>({
  wallet: orNull(address),
  owner: orNull(address),
  grant: orNull(readTimedGrant),
  unknown: array(readUnknownPart),
});

/** A vault and the delegation that makes the wallet its exclusive one. */
export interface ExclusiveVault {
  readonly address: Address;
  /** The delegation that decides. */
  readonly grant: TimedGrant;
}

export const readExclusiveVault: Read<ExclusiveVault> = object<ExclusiveVault>({
  address: address,
  grant: readTimedGrant,
});
