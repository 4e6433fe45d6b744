/** Simulates a transaction, has it signed, and follows it until the service says that it is so. */
import type { Client } from '../client/create-client.ts';
import { isSame } from '../hex.ts';
import { followTransaction } from './follow-transaction.ts';
import type { Progress } from './progress.ts';
import type { Provider } from './provider.ts';
import { reasonOf } from './reason.ts';
import { type Sent, sendBatch, sendOne } from './send-transaction.ts';
import { simulateTransactions } from './simulate-transactions.ts';
import { switchChain, type WalletChain } from './switch-chain.ts';
import { DEFAULT_TIMING, type Timing } from './timing.ts';
import type { Transaction } from './transaction.ts';
import { readAccount, readChainId } from './wallet-calls.ts';
import { readWalletFailure } from './wallet-failure.ts';

export interface RunParameters {
  /** The wallet. */
  readonly provider: Provider;
  /** The chain of the transactions, which the wallet is asked to switch to. */
  readonly network: WalletChain;
  /** One, or several of one chain that the wallet sends as one batch (EIP-5792): only if `canBatch` says that it can. */
  readonly transactions: readonly [Transaction, ...Transaction[]];
  /**
   * `true` if the wallet only proposes to its owners, e.g. a Safe: then one transaction is a batch, too, because it has no hash
   * before it is executed.
   */
  readonly isProposer?: boolean;
  readonly onProgress: (progress: Progress) => void;
  /** Ends the watching, e.g. when the page is left. */
  readonly signal: AbortSignal;
  readonly timing?: Timing;
}

/**
 * Simulates transactions, has the wallet sign them, and follows them until the service confirms the changes and their
 * block is safe. Resolves at a step that is an end, and when the signal aborts. Does not throw.
 *
 * @example
 * await runTransaction(client, { provider, network, transactions: [transaction], onProgress: show, signal });
 */
export async function runTransaction(client: Client, parameters: RunParameters): Promise<void> {
  await untilAborted(parameters, (following) => run(client, following));
}

/** Follows a proposal of an earlier visit of the page, by the id of its step `proposed`. Does not throw. */
export async function followProposal(
  client: Client,
  { id, ...parameters }: RunParameters & { readonly id: string },
): Promise<void> {
  await untilAborted(parameters, async (following) => {
    if (!(await isReady(following))) return;
    const { timing = DEFAULT_TIMING, network } = following;
    const sent = { kind: 'proposal', id } as const;
    await followTransaction({ ...following, client, chainId: network.chainId, sent, timing });
  });
}

async function untilAborted(
  parameters: RunParameters,
  follow: (parameters: RunParameters) => Promise<void>,
): Promise<void> {
  const { signal } = parameters;
  const onProgress = (progress: Progress) => {
    if (!signal.aborted) parameters.onProgress(progress);
  };
  try {
    await follow({ ...parameters, onProgress });
  } catch (error) {
    onProgress({ step: 'failed', reason: readWalletFailure(error).reason });
  }
}

async function run(client: Client, parameters: RunParameters): Promise<void> {
  const { provider, network, transactions, onProgress, signal, timing = DEFAULT_TIMING } = parameters;
  if (!(await isReady(parameters))) return;
  onProgress({ step: 'simulating' });
  const simulation = await simulateTransactions(provider, transactions);
  if (simulation.outcome !== 'passes') onProgress({ step: 'refused', reason: simulation.reason });
  if (simulation.outcome !== 'passes' || signal.aborted) return;

  const { outcome: _, ...fee } = simulation;
  onProgress({ step: 'signing', ...fee });
  const sent = await send(parameters).catch((error: unknown) => {
    const { reason } = readWalletFailure(error);
    onProgress(reason.code === 'declined' ? { step: 'rejected' } : { step: 'failed', reason });
  });
  if (!sent) return;
  const { chainId } = network;
  await followTransaction({ provider, client, chainId, transactions, sent, onProgress, signal, timing });
}

async function send({ provider, transactions, isProposer = false }: RunParameters): Promise<Sent> {
  if (transactions.length === 1 && !isProposer) return sendOne(provider, transactions[0]);
  const id = await sendBatch(provider, transactions);
  return { kind: isProposer ? 'proposal' : 'batch', id };
}

/** Makes sure that the wallet has the right account and chain. */
async function isReady(parameters: RunParameters): Promise<boolean> {
  const { provider, network, onProgress } = parameters;
  const { chainId } = network;
  // Another account, e.g. of a vault that is shown now, is not asked to change its chain.
  if (!(await hasAccount(parameters))) return false;
  if ((await readChainId(provider)) === chainId) return true;
  onProgress({ step: 'switching', chainId });
  try {
    await switchChain(provider, network);
  } catch (error) {
    onProgress({ step: 'wrongChain', chainId, reason: readWalletFailure(error).reason });
    return false;
  }
  if ((await readChainId(provider)) === chainId) return hasAccount(parameters);
  onProgress({ step: 'wrongChain', chainId, reason: reasonOf('otherChain') });
  return false;
}

async function hasAccount({ provider, transactions, onProgress }: RunParameters): Promise<boolean> {
  const wanted = transactions[0].from;
  const account = await readAccount(provider);
  if (account !== null && isSame(account, wanted)) return true;
  onProgress({ step: 'wrongAccount', account, wanted });
  return false;
}
