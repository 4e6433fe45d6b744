/** Simulates a transaction, has it signed, and follows it until the service says that it is so. */
import type { Client, Network } from '@mandate/sdk';
import { isAddressEqual } from 'viem';
import { readFailure, WalletRefusal } from '../../wallets/wallet-failure.ts';
import type { PlannedTransaction } from '../plan/plan.ts';
import type { Connection, Connections } from './connection.ts';
import { followTransaction } from './follow-transaction.ts';
import type { Progress } from './progress.ts';
import { sendBatch, sendOne } from './send-transaction.ts';
import { simulateTransaction } from './simulate-transaction.ts';
import { DEFAULT_TIMING, type Timing } from './timing.ts';
import { readChainId } from './wallet-calls.ts';

export interface RunParameters {
  readonly connections: Connections;
  /** The client of the service. */
  readonly client: Client;
  readonly network: Network;
  /** Several of one chain are sent as one batch (EIP-5792): only pass them if the wallet can batch. */
  readonly transactions: readonly PlannedTransaction[];
  readonly onProgress: (progress: Progress) => void;
  /** Ends the watching, e.g. when the page is left. */
  readonly signal: AbortSignal;
  readonly timing?: Timing;
}

/** Resolves at a step that is an end, and when the signal aborts. Does not throw. */
export async function runTransaction(parameters: RunParameters): Promise<void> {
  const { signal } = parameters;
  const report = (progress: Progress) => {
    if (!signal.aborted) parameters.onProgress(progress);
  };
  try {
    await run({ ...parameters, onProgress: report });
  } catch (error) {
    report({ step: 'failed', reason: readFailure(error).message });
  }
}

async function run(parameters: RunParameters): Promise<void> {
  const { client, network, transactions, onProgress, signal, timing = DEFAULT_TIMING } = parameters;
  const connection = await prepare(parameters);
  const [first] = transactions;
  if (!connection || !first) return;
  const { provider } = connection.wallet;
  const simulation = await simulate(parameters);
  if (!simulation || signal.aborted) return;

  onProgress({ step: 'signing', gas: simulation.gas, feeWei: simulation.feeWei });
  const sent = await (transactions.length > 1
    ? sendBatch(provider, transactions)
    : sendOne(provider, first)
  ).catch((error: unknown) => {
    const { isRejection, message } = readFailure(error);
    onProgress(isRejection ? { step: 'rejected' } : { step: 'failed', reason: message });
  });
  if (!sent) return;
  await followTransaction({
    provider,
    client,
    chainId: network.chainId,
    transactions,
    sent,
    onProgress,
    signal,
    timing,
  });
}

/** Makes sure that the wallet has the right account and chain. Returns null if it has not. */
async function prepare(parameters: RunParameters): Promise<Connection | null> {
  const { connections, network, onProgress } = parameters;
  const { chainId } = network;
  const connection = findSigner(parameters);
  // Another account, e.g. of a vault that is shown now, is not asked to change its chain.
  if (!connection || (await readChainId(connection.wallet.provider)) === chainId) return connection;
  onProgress({ step: 'switching', chainId });
  try {
    await connections.switchChain(network);
  } catch (error) {
    const isRejection = error instanceof WalletRefusal && error.isRejection;
    const reason = isRejection ? null : readFailure(error).message;
    onProgress({ step: 'wrongChain', chainId, reason });
    return null;
  }
  return findSigner(parameters);
}

/** Returns the connection if it has the account of the transactions. */
function findSigner({ connections, transactions, onProgress }: RunParameters): Connection | null {
  const wanted = transactions[0]?.from ?? '0x';
  const connection = connections.get();
  if (connection && isAddressEqual(connection.account, wanted)) return connection;
  onProgress({ step: 'wrongAccount', account: connection?.account ?? null, wanted });
  return null;
}

async function simulate({ connections, transactions, onProgress }: RunParameters) {
  onProgress({ step: 'simulating' });
  const simulation = await simulateTransaction({ connections, transactions });
  if (simulation.outcome === 'passes') return simulation;
  onProgress({ step: 'refused', reason: simulation.reason });
  return null;
}
