import { connections } from './connection.ts';
import { findWallets } from './find-wallets.ts';
import { readRemembered } from './remembered.ts';

/** Connects the Safe around the page, else the wallet of the last visit, if it still shows its account to this page. Does not throw. */
export async function reconnect(): Promise<void> {
  const remembered = readRemembered();
  const wallets = await findWallets();
  const wallet =
    wallets.find(({ onlyChain }) => onlyChain !== undefined) ??
    wallets.find(({ kind }) => kind === remembered);
  // A wallet that fails stays unconnected: its owner can connect it by hand.
  if (wallet) await connections.reconnect(wallet).catch(() => undefined);
}
