import type { Network } from '@mandate/sdk';
import { MAX_WRITES } from '@mandate/sdk/move';
import type { PlannedTransaction } from '../plan/plan.ts';
import type { Sending } from './runs.ts';

type Group = [PlannedTransaction, ...PlannedTransaction[]];

/**
 * Groups transactions into what the wallet is asked for at once: where it sends batches, as many of a chain as a
 * transaction takes, else one.
 */
export function groupSendings(
  transactions: readonly PlannedTransaction[],
  networks: readonly Network[],
  batchChains: ReadonlySet<number>,
): readonly Sending[] {
  const groups: Group[] = [];
  const open = new Map<number, Group>();
  for (const transaction of transactions) {
    const { chainId } = transaction;
    const same = open.get(chainId);
    if (same && batchChains.has(chainId) && countWrites([...same, transaction]) <= MAX_WRITES) {
      same.push(transaction);
      continue;
    }
    const group: Group = [transaction];
    groups.push(group);
    open.set(chainId, group);
  }
  return groups.flatMap((group) => {
    const network = networks.find(({ chainId }) => chainId === group[0].chainId);
    const id = group.map((transaction) => transaction.id).join(' ');
    return network ? [{ id, network, transactions: group }] : [];
  });
}

const countWrites = (group: readonly PlannedTransaction[]) =>
  group.reduce((sum, { writes }) => sum + writes.length, 0);

/** Lists the chains with several transactions: only for those does a batch matter. */
export function listBatchChains(transactions: readonly PlannedTransaction[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const { chainId } of transactions) counts.set(chainId, (counts.get(chainId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([chainId]) => chainId);
}
