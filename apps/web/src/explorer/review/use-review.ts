import type { AddressNames, WalletDelegation } from '@mandate/sdk/explore';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nameQuery } from '../../names/names-query.ts';
import { keyOfDelegate, listDelegates } from './delegates.ts';
import type { Review } from './review.ts';
import { reviewWallet } from './review-wallet.ts';
import { MAX_LOOKUPS } from './thresholds.ts';

export interface ReviewQuestion {
  readonly wallet: string;
  /** All delegations that were read, in both directions. Pass the same array as long as it does not change. */
  readonly rows: readonly WalletDelegation[];
  /** `true` if the rows are all delegations on all chains. `false` if pages are left, or a chain could not answer. */
  readonly isWhole: boolean;
  /** The time of the rows in Unix seconds. `undefined` for the present. */
  readonly at?: number | undefined;
}

export function useReview({ wallet, rows, isWhole, at }: ReviewQuestion): Review {
  const isPast = at !== undefined;
  const questions = useMemo(() => {
    if (isPast) return [];
    const self = wallet.toLowerCase();
    const outgoing = rows.filter(({ from, to }) => from.toLowerCase() === self && to.toLowerCase() !== self);
    return listDelegates(outgoing).slice(0, MAX_LOOKUPS);
  }, [wallet, rows, isPast]);
  const { answers, isLookingUp } = useQueries({ queries: questions.map(nameQuery), combine });
  return useMemo(() => {
    const contracts = new Map<string, boolean | null>();
    questions.forEach((question, index) => {
      const answer = answers[index];
      if (answer !== undefined) contracts.set(keyOfDelegate(question), answer);
    });
    return reviewWallet({
      wallet,
      rows,
      isWhole,
      now: at ?? Math.floor(Date.now() / 1_000),
      contracts: isPast ? null : contracts,
      isLookingUp,
    });
  }, [wallet, rows, isWhole, at, isPast, questions, answers, isLookingUp]);
}

/** Outside the component, so that unchanged answers keep their identity. */
function combine(results: readonly UseQueryResult<AddressNames>[]) {
  return {
    answers: results.map(({ data, isError }) => {
      if (data?.known) return data.isContract;
      return data || isError ? null : undefined;
    }),
    isLookingUp: results.some(({ isPending }) => isPending),
  };
}
