/** Changes of delegations, and their calldata. */
import type { Address, Hex } from '../hex.ts';
import { encodeCall } from './encode-call.ts';
import type { RevocableGrant, WritableGrant } from './grant.ts';
import { grantCall } from './grant-call.ts';
import { multicallCall } from './multicall-call.ts';
import { revokeCall } from './revoke-call.ts';
import { revokeAllDelegatesCall, revokeDelegateCall, revokeSelfCall } from './revoke-of-v1.ts';

/** One change. Its sender is the vault, and the delegate for `stepDown`. The chain of `grant` itself is not read. */
export type Write =
  | { readonly action: 'grant'; readonly chainId: number; readonly grant: WritableGrant }
  | { readonly action: 'revoke'; readonly chainId: number; readonly grant: RevocableGrant }
  /** v1's `revokeDelegate`: ends every v1 grant to a wallet. */
  | { readonly action: 'revokeWallet'; readonly chainId: number; readonly to: Address }
  /** v1's `revokeAllDelegates`: ends every v1 grant of the vault. */
  | { readonly action: 'revokeEveryone'; readonly chainId: number }
  /** v1's `revokeSelf`: ends every v1 grant of a vault to the sender. */
  | { readonly action: 'stepDown'; readonly chainId: number; readonly vault: Address };

/**
 * Returns the calldata of changes of one chain and one registry. v1 takes one change a transaction, v2 any number.
 *
 * @example
 * const data = encodeWrites([{ action: 'revoke', chainId: 1, grant: { registry: 'v2', type: 'all', to } }]);
 */
export function encodeWrites(writes: readonly Write[]): Hex {
  const calls = writes.map(callOf);
  const [only] = calls;
  return encodeCall(only && calls.length === 1 ? only : multicallCall(calls));
}

function callOf(write: Write) {
  switch (write.action) {
    case 'grant':
      return grantCall<WritableGrant>({ ...write.grant, chainId: write.chainId });
    case 'revoke':
      return revokeCall({ ...write.grant, chainId: write.chainId });
    case 'revokeWallet':
      return revokeDelegateCall(write.to);
    case 'revokeEveryone':
      return revokeAllDelegatesCall();
    case 'stepDown':
      return revokeSelfCall(write.vault);
  }
}
