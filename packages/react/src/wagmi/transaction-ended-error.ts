import type { Progress } from '@mandate/sdk/transactions';

/** A transaction that ended without the change, e.g. because its owner declined. `progress` says how. */
export class TransactionEndedError extends Error {
  override readonly name = 'TransactionEndedError';
  readonly progress: Progress;

  constructor(progress: Progress) {
    const reason = 'reason' in progress ? progress.reason : null;
    const why = reason?.message ? `: ${reason.message}` : '';
    super(`The change was not made (${progress.step}${why}). The owner of the wallet can try again.`);
    this.progress = progress;
  }
}
