import type { Client } from '@mandate/sdk';
import type { Provider } from '../../wallets/provider.ts';
import type { PlannedTransaction } from '../plan/plan.ts';
import type { Progress } from './progress.ts';
import type { Sent } from './send-transaction.ts';
import type { Timing } from './timing.ts';

/** A transaction that the wallet sent, and all that is needed to follow it. */
export interface Following {
  readonly provider: Provider;
  readonly client: Client;
  readonly chainId: number;
  readonly transactions: readonly PlannedTransaction[];
  readonly sent: Sent;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  readonly timing: Timing;
}
