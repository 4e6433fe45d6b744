import { useSyncExternalStore } from 'react';
import { type Connection, connections } from './connection.ts';

/** Returns the connected wallet, and follows its account and chain. */
export function useConnection(): Connection | null {
  return useSyncExternalStore(connections.subscribe, connections.get);
}
