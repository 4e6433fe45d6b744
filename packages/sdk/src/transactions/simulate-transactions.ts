/** Runs transactions at the wallet's node without sending them. */
import { type Hex, isSame } from '../hex.ts';
import { estimateFee, type Fee } from './estimate-fee.ts';
import type { Provider } from './provider.ts';
import { readRevert } from './read-revert.ts';
import { type Reason, reasonOf } from './reason.ts';
import type { Transaction } from './transaction.ts';
import { readAccount, readChainId } from './wallet-calls.ts';
import { readWalletFailure } from './wallet-failure.ts';

export type Simulation =
  | ({ readonly outcome: 'passes' } & Fee)
  | { readonly outcome: 'refused'; readonly reason: Reason }
  /** The wallet cannot be asked, e.g. because it shows another chain. */
  | { readonly outcome: 'unknown'; readonly reason: Reason };

/** Simulates transactions of one chain and one account, each from the state of now. */
export async function simulateTransactions(
  provider: Provider,
  transactions: readonly Transaction[],
): Promise<Simulation> {
  const unknown = (reason: Reason): Simulation => ({ outcome: 'unknown', reason });
  const [first] = transactions;
  if (!first) throw new RangeError('There is no transaction to simulate.');
  try {
    if ((await readChainId(provider)) !== first.chainId) return unknown(reasonOf('otherChain'));
    const account = await readAccount(provider);
    if (account === null || !isSame(account, first.from)) return unknown(reasonOf('otherAccount'));
    const gas: (bigint | null)[] = [];
    for (const transaction of transactions) {
      const result = await simulateOne(provider, transaction);
      if ('code' in result) return { outcome: 'refused', reason: result };
      gas.push(result.gas);
    }
    return { outcome: 'passes', ...(await estimateFee(provider, transactions, gas)) };
  } catch (error) {
    return unknown(readWalletFailure(error).reason);
  }
}

/** Returns the gas, or the reason that it would fail. */
async function simulateOne(
  provider: Provider,
  { from, to, data }: Transaction,
): Promise<{ gas: bigint | null } | Reason> {
  // A call to an address without code succeeds and does nothing.
  if ((await provider.request({ method: 'eth_getCode', params: [to, 'latest'] })) === '0x')
    return reasonOf('noRegistry');
  const call = { from, to, data };
  try {
    await provider.request({ method: 'eth_call', params: [call, 'latest'] });
  } catch (error) {
    return readRevert(readWalletFailure(error));
  }
  try {
    return { gas: BigInt((await provider.request({ method: 'eth_estimateGas', params: [call] })) as Hex) };
  } catch (error) {
    const failure = readWalletFailure(error);
    // A smart wallet may pay in another way, so only its own answer counts.
    return /insufficient funds/i.test(failure.reason.message ?? '') ? { gas: null } : readRevert(failure);
  }
}
