import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onConnected, readConnected } from '../../wallets/connected.ts';
import { askDialog } from '../asked-dialog.ts';

const OwnWallet = lazy(async () => ({ default: (await import('./own-wallet.tsx')).OwnWallet }));

/** Connects a wallet, or shows the connected account. */
export function ConnectButton() {
  const account = useSyncExternalStore(onConnected, readConnected);
  const ask = () => askDialog({ type: 'connect' });
  if (account)
    return (
      <Suspense>
        <OwnWallet account={account} onClick={ask} />
      </Suspense>
    );
  return (
    <button type="button" className="button button--quiet" onClick={ask}>
      Connect
    </button>
  );
}
