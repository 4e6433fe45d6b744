import { type Hex, isSame } from '../hex.ts';
import type { Provider } from './provider.ts';
import type { Transaction } from './transaction.ts';
import { findByNonce, findReceipt } from './wallet-calls.ts';

/** The transaction that took the place of another. */
export interface Replacement {
  readonly hash: Hex;
  /** It makes the same call, e.g. with a higher fee. */
  readonly isSame: boolean;
}

/** Finds the transaction in a block that has the nonce of another. `unknown`: look again. */
export async function findReplacement(
  { provider, transactions }: { readonly provider: Provider; readonly transactions: readonly Transaction[] },
  { from, nonce, after, hash }: { from: Hex; nonce: number; after: number; hash: Hex },
): Promise<Replacement | 'unknown'> {
  const found = await findByNonce(provider, { account: from, nonce, after });
  // It is the transaction itself if it came into a block between two looks.
  if (!found || found.hash === hash || (await findReceipt(provider, hash))) return 'unknown';
  const makesSameCall = transactions.some(
    ({ to, data }) => found.to !== null && isSame(found.to, to) && isSame(found.data, data),
  );
  return { hash: found.hash, isSame: makesSameCall };
}
