/** Describes whether a wallet may claim, in words. */
import type { Eligibility } from '@mandate/sdk';
import type { Verdict } from '../answer/describe-answer.ts';
import { isPast } from '../question/moments.ts';
import type { ClaimQuestion } from './read-claim.ts';

const GROUPED = new Intl.NumberFormat('en');

export function describeEligibility(
  { min = 1n, moment }: ClaimQuestion,
  { eligible, balance, complete, standard }: Eligibility,
): Verdict {
  const bound = complete || balance === 0n ? '' : 'At least ';
  const note = `${bound}${writeTokens(balance, standard)} counted, ${GROUPED.format(min)} needed.`;
  if (eligible === null) {
    return { kind: 'unknown', headline: 'Not known', note: `${note} This is not a no: see below.` };
  }
  if (!eligible) return { kind: 'no', headline: 'No', note: `${note} Everything that counts could be read.` };
  const headline = isPast(moment) ? 'Yes, could claim' : 'Yes, may claim';
  return { kind: 'yes', headline, note };
}

/** Writes every digit: the decimals of a currency are unknown here. */
export function writeTokens(balance: bigint, standard: Eligibility['standard']): string {
  const unit = standard === 'ERC20' ? 'base unit' : 'token';
  return `${GROUPED.format(balance)} ${balance === 1n ? unit : `${unit}s`}`;
}

/** A reason that a newer service sends is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  too_many_vaults: 'Too many vaults',
  too_many_tokens: 'Too many tokens',
  history_uncertain: 'Delegations at that time cannot be known',
  under_audit: 'The records of a vault are under audit',
  nodes_unavailable: 'No node answered',
  no_state: 'No node can still read that block',
  contract_failed: 'The token’s contract gave no answer',
  over_budget: 'The service has used up its calls to nodes',
};

export const describeReason = (reason: string) => REASONS[reason] ?? reason;

/** The fields of this page that the advice of the API names as parameters. */
const FIELDS: Readonly<Record<string, string>> = {
  too_many_vaults: 'Enter a vault to ask about that one only.',
  too_many_tokens: 'Enter a token id to ask about that one only.',
  history_uncertain: 'Choose now or another time.',
  under_audit: 'Its delegations do not count until its records are repaired. Refresh later.',
  nodes_unavailable: 'Refresh in a moment.',
  no_state: 'Choose now or a later block.',
  contract_failed: 'The makers of the contract may know more.',
  over_budget: 'Refresh later.',
};

/** Advice for this page. A reason that it does not know has the advice of the API. */
export const adviseOn = (reason: string, detail: string) => FIELDS[reason] ?? detail;
