/** The dialog that a page asked for. The dialogs load on demand: they bring the wallet libraries. */
import type { WalletDelegation } from '@mandate/sdk/explore';

export type AskedDialog =
  | { readonly type: 'connect' }
  | { readonly type: 'revoke'; readonly rows: readonly WalletDelegation[] }
  | { readonly type: 'stepDown'; readonly row: WalletDelegation }
  | { readonly type: 'move'; readonly vault: `0x${string}` }
  | { readonly type: 'change'; readonly row: WalletDelegation };

const listeners = new Set<() => void>();
let asked: AskedDialog | null = null;

export function askDialog(next: AskedDialog | null): void {
  asked = next;
  for (const tell of listeners) tell();
}

export function readAskedDialog(): AskedDialog | null {
  return asked;
}

export function onAskedDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
