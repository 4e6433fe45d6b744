'use client';

import type { CheckNo, CheckYes } from './answers.ts';
import { checkQuery } from './check-query.ts';
import { useMandate } from './context.ts';
import type { CheckQuestion } from './questions.ts';
import { type Asked, useAnswer } from './use-answer.ts';

/**
 * Asks whether the hot wallet `to` may act for the cold wallet `from`, and keeps the answer up to date. Pass null
 * while there is nothing to ask, e.g. before a wallet is connected.
 *
 * @example
 * const { answer } = useCheck({ kind: 'all', to: '0x0407…', from: '0x0c01d…' });
 * if (answer.status === 'unknown') return <p>Not known right now: {answer.detail}</p>;
 */
export function useCheck(question: CheckQuestion | null): Asked<CheckYes | CheckNo> {
  const { client } = useMandate();
  return useAnswer(question && checkQuery(client, question));
}
