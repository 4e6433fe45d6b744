'use client';

import type { Registry } from '@mandate/sdk';
import type { KnownDelegations } from './answers.ts';
import { useMandate } from './context.ts';
import { delegationsQuery, type RecordOf } from './delegations-query.ts';
import type { DelegationsQuestion } from './questions.ts';
import { type Asked, useAnswer } from './use-answer.ts';

/**
 * Lists the delegations that a wallet gave and received in one registry, and keeps the list up to date. **Anyone can
 * delegate to a wallet without its consent**: look at `type` and `rights` of what it received.
 *
 * @example
 * const { answer } = useDelegations({ wallet: '0x0c01d…' });
 * if (answer.status === 'known') return <p>{answer.given.length} delegations given</p>;
 */
export function useDelegations<R extends Registry = 'v2'>(
  question: DelegationsQuestion<R> | null,
): Asked<KnownDelegations<RecordOf<R>>> {
  const { client } = useMandate();
  return useAnswer(question && delegationsQuery(client, question));
}
