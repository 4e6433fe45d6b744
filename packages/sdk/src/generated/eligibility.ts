/** Made from apps/api/src/operations by `npm run build:docs`. */

import {
  address,
  array,
  checked,
  flag,
  object,
  orNull,
  type Read,
  sum,
  text,
  uint256,
  whole,
} from '../client/read-json.ts';
import type { Address } from '../hex.ts';
import { assertGrant } from '../rules.ts';
import { type Grant, ofGrant } from './registry.ts';

/** A delegation in force, with its beginning and its end. */
export interface TimedGrant extends Grant {
  /**
   * The last second of rights of the form that expires, in seconds since 1970. `null` if they name none. The
   * registry itself does not enforce it.
   */
  readonly expiresAt: number | null;
  /** The block since which it stands. */
  readonly block: number;
}

export const readTimedGrant: Read<TimedGrant> = checked(
  object<TimedGrant>({ ...ofGrant, expiresAt: orNull(whole), block: whole }),
  assertGrant,
);

/** A wallet whose tokens count. */
export interface Holder {
  readonly address: Address;
  /** The part of its tokens that counts. */
  readonly balance: bigint;
  /** The tokens that count one by one. `null` if all of its tokens of the contract count. */
  readonly tokenIds: bigint[] | null;
  /** The grants that let it count. None for the wallet itself. */
  readonly grants: TimedGrant[];
}

const readHolder: Read<Holder> = object<Holder>({
  address: address,
  balance: uint256,
  tokenIds: orNull(array(uint256)),
  grants: array(readTimedGrant),
});

/**
 * Why a part of an answer is unknown. `too_many_vaults`, `too_many_tokens`: more than one answer may read.
 * `ids_unknown`: the contract does not list all ids of a holder. `history_uncertain`: the grants of a v1
 * vault at that block cannot be known. `under_audit`: the records of a vault are being repaired.
 * `nodes_unavailable`: no node answered. `no_state`: no node has the state of that block.
 * `contract_failed`: the token contract did not answer properly. `over_budget`: the service has used up its
 * calls to nodes.
 */
export type UnknownReason =
  | 'too_many_vaults'
  | 'too_many_tokens'
  | 'ids_unknown'
  | 'history_uncertain'
  | 'under_audit'
  | 'contract_failed'
  | 'nodes_unavailable'
  | 'no_state'
  | 'over_budget';

/** A part of an answer that could not be read. */
export interface UnknownPart {
  readonly reason: UnknownReason | (string & {});
  /** What happened, and what to do next. */
  readonly detail: string;
  /** The holder whose part is unknown. `null` if it is about no single holder. */
  readonly holder: Address | null;
}

export const readUnknownPart: Read<UnknownPart> = object<UnknownPart>({
  reason: text,
  detail: text,
  holder: orNull(address),
});

/** Whether one wallet may claim. */
export interface EligibilityVerdict {
  /**
   * **Null is not a no**: something could not be read, and what is known does not suffice. `unknown` says
   * why.
   */
  readonly eligible: boolean | null;
  /** The sum of what counts. A lower bound unless `complete`. */
  readonly balance: bigint;
  /** Everything could be read. A `true` in `eligible` holds even if not. */
  readonly complete: boolean;
  /** The wallet itself, unless `vault` was sent, and each vault once, the oldest grant first. */
  readonly holders: Holder[];
  /** The parts that could not be read. Empty if everything was. */
  readonly unknown: UnknownPart[];
}

const ofEligibilityVerdict = {
  eligible: orNull(flag),
  balance: sum,
  complete: flag,
  holders: array(readHolder),
  unknown: array(readUnknownPart),
};

export const readEligibilityVerdict: Read<EligibilityVerdict> =
  object<EligibilityVerdict>(ofEligibilityVerdict);

export interface WalletEligibility extends EligibilityVerdict {
  readonly wallet: Address;
}
