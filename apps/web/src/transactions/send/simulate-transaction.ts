/** Runs transactions at the wallet's node without sending them. */
import { isAddressEqual } from 'viem';
import type { Provider } from '../../wallets/provider.ts';
import { readFailure } from '../../wallets/wallet-failure.ts';
import type { PlannedTransaction } from '../plan/plan.ts';
import type { Hex } from '../plan/write.ts';
import type { Connections } from './connection.ts';
import { readRevert } from './read-revert.ts';
import { readChainId } from './wallet-calls.ts';

export type Simulation =
  /** `feeWei` is an estimate. `null` if the node does not say. */
  | { readonly outcome: 'passes'; readonly gas: bigint | null; readonly feeWei: bigint | null }
  | { readonly outcome: 'refused'; readonly reason: string }
  /** The wallet cannot be asked, e.g. because it shows another chain. */
  | { readonly outcome: 'unknown'; readonly reason: string };

interface SimulateParameters {
  readonly connections: Connections;
  readonly transactions: readonly PlannedTransaction[];
}

/** Simulates transactions of one chain, each from the state of now. */
export async function simulateTransaction({
  connections,
  transactions,
}: SimulateParameters): Promise<Simulation> {
  const connection = connections.get();
  const [first] = transactions;
  if (!connection || !first) return { outcome: 'unknown', reason: 'No wallet is connected.' };
  const { provider } = connection.wallet;
  try {
    if ((await readChainId(provider)) !== first.chainId) {
      return { outcome: 'unknown', reason: 'Your wallet shows another chain.' };
    }
    if (!isAddressEqual(connection.account, first.from)) {
      return { outcome: 'unknown', reason: 'Your wallet shows another account.' };
    }
    const gas: (bigint | null)[] = [];
    for (const transaction of transactions) {
      const result = await simulateOne(provider, transaction);
      if (typeof result === 'string') return { outcome: 'refused', reason: result };
      gas.push(result.gas);
    }
    return { outcome: 'passes', ...(await estimateFee(provider, gas)) };
  } catch (error) {
    return { outcome: 'unknown', reason: readFailure(error).message };
  }
}

/** Returns the gas, or the reason that it would fail. */
async function simulateOne(
  provider: Provider,
  { from, to, data }: PlannedTransaction,
): Promise<{ gas: bigint | null } | string> {
  // A call to an address without code succeeds and does nothing.
  if ((await provider.request({ method: 'eth_getCode', params: [to, 'latest'] })) === '0x') {
    return 'Your wallet’s node has no registry on this chain.';
  }
  const call = { from, to, data };
  try {
    await provider.request({ method: 'eth_call', params: [call, 'latest'] });
  } catch (error) {
    return readRevert(readFailure(error));
  }
  try {
    return { gas: BigInt((await provider.request({ method: 'eth_estimateGas', params: [call] })) as Hex) };
  } catch (error) {
    const failure = readFailure(error);
    // A smart wallet may pay in another way, so only its own answer counts.
    return /insufficient funds/i.test(failure.message) ? { gas: null } : readRevert(failure);
  }
}

async function estimateFee(
  provider: Provider,
  all: readonly (bigint | null)[],
): Promise<{ gas: bigint | null; feeWei: bigint | null }> {
  const gas = all.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n);
  if (gas === null) return { gas, feeWei: null };
  try {
    const price = BigInt((await provider.request({ method: 'eth_gasPrice' })) as Hex);
    return { gas, feeWei: gas * price };
  } catch {
    return { gas, feeWei: null };
  }
}
