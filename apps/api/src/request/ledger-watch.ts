/** Lets requests wait for the ledger to move. */
import { listen } from '@mandate/store';

/** Waiting requests also look by themselves: after a failover, and on a standby, there are no notifications. */
const LOOK_AGAIN_MS = 500;

export interface LedgerWatch {
  /** Ends when the ledger of one of these chains may have moved since, at the latest after half a second or so. */
  wait(chainIds: readonly number[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export function createLedgerWatch(databaseUrl: string): LedgerWatch {
  const waiting = new Set<{ readonly chainIds: readonly number[]; wake(): void }>();
  const listener = listen(databaseUrl, (chainId) => {
    for (const each of [...waiting]) if (each.chainIds.includes(chainId)) each.wake();
  });

  return {
    wait(chainIds, signal) {
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(each);
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const each = { chainIds, wake };
        const timer = setTimeout(wake, LOOK_AGAIN_MS);
        signal?.addEventListener('abort', wake, { once: true });
        if (signal?.aborted) wake();
        else waiting.add(each);
      });
    },
    async close() {
      for (const each of [...waiting]) each.wake();
      await listener.close();
    },
  };
}
