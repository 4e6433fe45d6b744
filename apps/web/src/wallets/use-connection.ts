import { useSyncExternalStore } from 'react';
import { setConnected } from './connected.ts';
import { type Connection, connections } from './connection.ts';

connections.subscribe(() => {
  const connection = connections.get();
  setConnected(
    connection && {
      address: connection.account,
      walletName: connection.wallet.name,
      icon: connection.wallet.icon,
    },
  );
});

/** Returns the connected wallet, and follows its account and chain. */
export function useConnection(): Connection | null {
  return useSyncExternalStore(
    (listener) => connections.subscribe(listener),
    () => connections.get(),
  );
}
