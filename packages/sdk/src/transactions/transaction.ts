/** Changes of delegations, and the transactions that make them. */
import type { Address, Hex } from '../hex.ts';
import type { Registry } from '../registries.ts';
import { encodeCall } from '../write/encode-call.ts';
import type { RevocableGrant, WritableGrant } from '../write/grant.ts';
import { grantCall } from '../write/grant-call.ts';
import { multicallCall } from '../write/multicall-call.ts';
import { revokeCall } from '../write/revoke-call.ts';
import { revokeAllDelegatesCall, revokeDelegateCall } from '../write/revoke-of-v1.ts';

/** One change. Its sender is the vault. The chain of `grant` itself is not read. */
export type Write =
  | { readonly action: 'grant'; readonly chainId: number; readonly grant: WritableGrant }
  | { readonly action: 'revoke'; readonly chainId: number; readonly grant: RevocableGrant }
  /** v1's `revokeDelegate`: ends every v1 grant to a wallet. */
  | { readonly action: 'revokeWallet'; readonly chainId: number; readonly to: Address }
  /** v1's `revokeAllDelegates`: ends every v1 grant of the vault. */
  | { readonly action: 'revokeEveryone'; readonly chainId: number };

/** A call of a registry, and what the service has to answer after it. */
export interface Transaction {
  readonly chainId: number;
  readonly registry: Registry;
  /** The vault. */
  readonly from: Address;
  /** The registry's address. */
  readonly to: Address;
  readonly data: Hex;
  /** The changes that `data` makes, in order. */
  readonly writes: readonly Write[];
}

/**
 * Returns the calldata of changes of one chain and one registry. v1 takes one change a transaction, v2 any number.
 *
 * @example
 * const writes = [{ action: 'revoke', chainId: 1, grant: { registry: 'v2', type: 'all', to } }] as const;
 * const transaction = { chainId: 1, registry: 'v2', from, to: getRegistryAddress('v2'), data: encodeWrites(writes), writes };
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
  }
}
