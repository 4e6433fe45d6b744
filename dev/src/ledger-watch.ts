import { EventEmitter, once } from 'node:events';
import type { Observer } from '@mandate/indexer';

export type LedgerWatch = ReturnType<typeof createLedgerWatch>;

/** Reports when the ledger has a block: from then on the API answers for it. */
export function createLedgerWatch() {
  const newest = new Map<number, string>();
  const steps = new EventEmitter();
  return {
    /** Pass it to the indexer. */
    observer: {
      held() {},
      released() {},
      failed() {},
      stepped({ chainId }, step) {
        if (step.type === 'tainted') return;
        newest.set(chainId, step.block.hash);
        steps.emit('stepped');
      },
    } satisfies Observer,
    /** Waits until the chain's newest block in the ledger is this one, or until `signal` aborts. */
    async reached(chainId: number, blockHash: string, signal: AbortSignal): Promise<void> {
      while (newest.get(chainId) !== blockHash) await once(steps, 'stepped', { signal });
    },
  };
}
