/** Lets requests wait for the ledger to move. */
import { listen } from '@mandate/store';

/** Waiting requests also look by themselves: after a failover, and on a standby, there are no notifications. */
const LOOK_AGAIN_MS = 500;

/** Keeps those who wait for something to happen to one of their chains. */
export function createWaiting() {
  const waiting = new Set<{ readonly chainIds: readonly number[]; wake(): void }>();
  return {
    isEmpty: () => waiting.size === 0,
    wake(isMeant: (chainId: number) => boolean) {
      for (const each of [...waiting]) if (each.chainIds.some(isMeant)) each.wake();
    },
    /** Ends when it is woken, when the time is over, or when the signal says so. */
    wait(chainIds: readonly number[], timeoutMs: number, signal?: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(each);
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const each = { chainIds, wake };
        const timer = setTimeout(wake, timeoutMs);
        signal?.addEventListener('abort', wake, { once: true });
        waiting.add(each);
        if (signal?.aborted) wake();
      });
    },
  };
}

export type LedgerWatch = ReturnType<typeof createLedgerWatch>;

export function createLedgerWatch(databaseUrl: string) {
  const waiting = createWaiting();
  const listener = listen(databaseUrl, (moved) => waiting.wake((chainId) => chainId === moved));
  return {
    /** Ends when the ledger of one of these chains may have moved since, at the latest after half a second or so. */
    wait: (chainIds: readonly number[], signal?: AbortSignal) =>
      waiting.wait(chainIds, LOOK_AGAIN_MS, signal),
    async close() {
      waiting.wake(() => true);
      await listener.close();
    },
  };
}
