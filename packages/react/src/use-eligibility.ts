'use client';

import type { EligibilityNo, EligibilityYes } from './answers.ts';
import { useMandate } from './context.ts';
import { eligibilityQuery } from './eligibility-query.ts';
import type { EligibilityQuestion } from './questions.ts';
import { type Asked, useAnswer } from './use-answer.ts';

/**
 * Asks whether a wallet holds the token, itself or through the vaults that delegated to it, and keeps the answer up
 * to date. Transfers are not in the feed, so it is also asked again every `pollMs`.
 *
 * @example
 * const { answer } = useEligibility({ wallet: '0x0407…', contract: '0xc011ec…' });
 * if (answer.status === 'yes') return <p>{String(answer.balance)} tokens</p>;
 */
export function useEligibility(question: EligibilityQuestion | null): Asked<EligibilityYes | EligibilityNo> {
  const { client } = useMandate();
  return useAnswer(question && eligibilityQuery(client, question));
}
