import { type Client, type Eligibility, getEligibility } from '@mandate/sdk';
import type { EligibilityNo, EligibilityYes } from './answers.ts';
import { type MandateQueryOptions, optionsOf, type Question } from './query.ts';
import { keyOf } from './query-key.ts';
import type { EligibilityQuestion } from './questions.ts';

export function eligibilityQuery(
  client: Client,
  question: EligibilityQuestion,
): Question<EligibilityYes | EligibilityNo> {
  const { chainId = 1, ...parameters } = question;
  return {
    key: keyOf(client, 'eligibility', { chainId, ...parameters }),
    chainIds: [chainId],
    // Transfers change it, and the feed has none.
    isPolled: true,
    async ask(signal, floorOf) {
      const asked = { ...parameters, chainId, minBlock: floorOf(chainId), signal };
      return present(await getEligibility(client, asked));
    },
  };
}

function present({ eligible, unknown, complete, ...rest }: Eligibility) {
  if (eligible) return { status: 'yes' as const, complete, ...rest };
  if (eligible === false) return { status: 'no' as const, ...rest };
  const detail = unknown.map((part) => part.detail).join(' ');
  return { status: 'unknown' as const, reason: unknown[0]?.reason ?? 'incomplete', detail };
}

/** Returns the query of `useEligibility`, so that a server can ask before it renders the page. */
export function eligibilityQueryOptions(
  client: Client,
  question: EligibilityQuestion,
): MandateQueryOptions<EligibilityYes | EligibilityNo> {
  return optionsOf(eligibilityQuery(client, question));
}
