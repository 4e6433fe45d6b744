import type { Progress } from '@mandate/sdk/transactions';

/** A transaction that ended without the change, e.g. because its owner declined. `progress` says how. */
export class TransactionEndedError extends Error {
  override readonly name = 'TransactionEndedError';
  readonly progress: Progress;

  constructor(progress: Progress) {
    const reason = 'reason' in progress ? progress.reason : null;
    super(`The transaction ended as ${progress.step}${reason?.message ? `: ${reason.message}` : ''}.`);
    this.progress = progress;
  }
}
