import { type AnyCheckParameters, type Client, check } from '@mandate/sdk';
import type { CheckNo, CheckYes } from './answers.ts';
import { type MandateQueryOptions, optionsOf, type Question } from './query.ts';
import { keyOf } from './query-key.ts';
import type { CheckQuestion } from './questions.ts';

export function checkQuery(client: Client, question: CheckQuestion): Question<CheckYes | CheckNo> {
  const { registry = 'v2', kind, chainId = 1, ...parameters } = question;
  return {
    key: keyOf(client, 'check', { registry, kind, chainId, ...parameters }),
    chainIds: [chainId],
    isPolled: question.consistency === 'strict',
    async ask(signal, floorOf) {
      const asked = { registry, kind, ...parameters, chainId, minBlock: floorOf(chainId), signal };
      const { value, block, safeBlock } = await check(client, asked as AnyCheckParameters<false, false>);
      if (!value) return { status: 'no', block, safeBlock };
      return { status: 'yes', amount: typeof value === 'bigint' ? value : null, block, safeBlock };
    },
  };
}

/**
 * Returns the query of `useCheck`, so that a server can ask before it renders the page.
 *
 * @example
 * await queryClient.prefetchQuery(checkQueryOptions(client, { kind: 'all', to, from }));
 */
export function checkQueryOptions(
  client: Client,
  question: CheckQuestion,
): MandateQueryOptions<CheckYes | CheckNo> {
  return optionsOf(checkQuery(client, question));
}
