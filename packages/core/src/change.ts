import type { Address } from './address.ts';
import type { Delegation, Grant } from './delegation.ts';

/** The effect of an event on the set of delegations. */
export type Change =
  /** The delegation stands from now on; with an amount, this one replaces the one before it. */
  | { readonly type: 'grant'; readonly delegation: Delegation }
  | { readonly type: 'revoke'; readonly grant: Grant }
  /** v1: everything this wallet ever granted ends. */
  | { readonly type: 'revokeAll'; readonly from: Address }
  /** v1: everything this wallet granted to that one ends. */
  | { readonly type: 'revokePair'; readonly from: Address; readonly to: Address };

/**
 * v1: the wallet revoked one of its delegates, and the event does not say which.
 * Only the chain's state tells: see `settleRevocation`.
 */
export interface UnidentifiedRevocation {
  readonly type: 'revokeUnidentified';
  readonly from: Address;
}
