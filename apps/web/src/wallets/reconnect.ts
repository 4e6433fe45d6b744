import { connections } from './connection.ts';
import { findWallets } from './find-wallets.ts';
import { readRemembered } from './remembered.ts';

/** Connects the wallet of the last visit, if it still shows its account to this page. */
export async function reconnect(): Promise<void> {
  const remembered = readRemembered();
  const wallet = (await findWallets()).find(({ kind }) => kind === remembered);
  if (wallet && connections.get() === null) await connections.reconnect(wallet);
}
