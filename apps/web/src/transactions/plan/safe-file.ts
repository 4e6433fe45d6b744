/** Files for the Transaction Builder of Safe. */
import { shorten } from '@mandate/sdk/words';
import type { PlannedTransaction } from './plan.ts';

export interface SafeFile {
  readonly chainId: number;
  /** e.g. "mandate-1-0x0000-01d0.json". */
  readonly name: string;
  /** JSON. */
  readonly text: string;
}

/** Returns one file per chain: a Safe has its own address on each. */
export function writeSafeFiles(
  transactions: readonly PlannedTransaction[],
  createdAt: Date,
): readonly SafeFile[] {
  const chains = new Set(transactions.map(({ chainId }) => chainId));
  return [...chains].map((chainId) => {
    const own = transactions.filter((transaction) => transaction.chainId === chainId);
    const { from = '0x' } = own[0] ?? {};
    const file = {
      version: '1.0',
      chainId: String(chainId),
      createdAt: createdAt.getTime(),
      meta: {
        name: 'Delegations',
        description: own.map(({ title }) => title).join('. '),
        createdFromSafeAddress: from,
      },
      transactions: own.map(({ to, data }) => ({
        to,
        value: '0',
        data,
        contractMethod: null,
        contractInputsValues: null,
      })),
    };
    return {
      chainId,
      name: `mandate-${chainId}-${shorten(from).replace('…', '-')}.json`,
      text: `${JSON.stringify(file, null, 2)}\n`,
    };
  });
}
