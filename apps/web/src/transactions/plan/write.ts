/** Changes to the registries that a holder asks for. */
import type { RevocableGrant, WritableGrant } from '@mandate/sdk/write';

export type Address = `0x${string}`;
export type Hex = `0x${string}`;

/** One change. Its sender is the vault. The chain of `grant` itself is not read. */
export type Write =
  | { readonly action: 'grant'; readonly chainId: number; readonly grant: WritableGrant }
  | { readonly action: 'revoke'; readonly chainId: number; readonly grant: RevocableGrant }
  /** v1's `revokeDelegate`: ends every v1 grant to a wallet. */
  | { readonly action: 'revokeWallet'; readonly chainId: number; readonly to: Address }
  /** v1's `revokeAllDelegates`: ends every v1 grant of the vault. */
  | { readonly action: 'revokeEveryone'; readonly chainId: number };
