import type { Network } from '@mandate/sdk';
import type { PlannedTransaction } from '../plan/plan.ts';
import type { Sending } from './runs.ts';

/** Groups transactions into what the wallet is asked for at once: all of a chain where it sends batches, else one. */
export function groupSendings(
  transactions: readonly PlannedTransaction[],
  networks: readonly Network[],
  batchChains: ReadonlySet<number>,
): readonly Sending[] {
  const groups = new Map<string, [PlannedTransaction, ...PlannedTransaction[]]>();
  for (const transaction of transactions) {
    const { id, chainId } = transaction;
    const key = batchChains.has(chainId) ? `chain ${chainId}` : id;
    const group = groups.get(key);
    if (group) group.push(transaction);
    else groups.set(key, [transaction]);
  }
  return [...groups.values()].flatMap((group) => {
    const network = networks.find(({ chainId }) => chainId === group[0].chainId);
    const id = group.map((transaction) => transaction.id).join(' ');
    return network ? [{ id, network, transactions: group }] : [];
  });
}

/** Lists the chains with several transactions: only for those does a batch matter. */
export function listBatchChains(transactions: readonly PlannedTransaction[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const { chainId } of transactions) counts.set(chainId, (counts.get(chainId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([chainId]) => chainId);
}
