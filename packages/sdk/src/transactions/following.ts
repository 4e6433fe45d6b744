import type { Client } from '../client/create-client.ts';
import type { Progress } from './progress.ts';
import type { Provider } from './provider.ts';
import type { Sent } from './send-transaction.ts';
import type { Timing } from './timing.ts';
import type { Transaction } from './transaction.ts';

/** A transaction that the wallet sent, and all that is needed to follow it. */
export interface Following {
  readonly provider: Provider;
  readonly client: Client;
  readonly chainId: number;
  readonly transactions: readonly Transaction[];
  readonly sent: Sent;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  readonly timing: Timing;
}
