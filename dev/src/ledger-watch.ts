import { EventEmitter, once } from 'node:events';
import type { Observer } from '@mandate/indexer';

/** Reports when the ledger has a block: from then on the API answers for it. */
export interface LedgerWatch {
  /** Pass it to the indexer. */
  readonly observer: Observer;
  /** Waits until the chain's newest block in the ledger is this one, or until `signal` aborts. */
  reached(chainId: number, blockHash: string, signal: AbortSignal): Promise<void>;
}

export function createLedgerWatch(): LedgerWatch {
  const newest = new Map<number, string>();
  const steps = new EventEmitter();
  return {
    observer: {
      held() {},
      released() {},
      failed() {},
      stepped({ chainId }, step) {
        if (step.type === 'tainted') return;
        newest.set(chainId, step.block.hash);
        steps.emit('stepped');
      },
    },
    async reached(chainId, blockHash, signal) {
      while (newest.get(chainId) !== blockHash) await once(steps, 'stepped', { signal });
    },
  };
}
