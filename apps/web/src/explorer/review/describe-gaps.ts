/** Says what a review could not look at, so that silence is never taken for "all is well". */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { writeCount } from '@mandate/sdk/words';
import { keyOfDelegate, listDelegates } from './delegates.ts';
import type { Reviewed } from './review.ts';
import { MAX_LOOKUPS } from './thresholds.ts';

type Rows = readonly WalletDelegation[];

export function describeGaps(reviewed: Reviewed, outgoing: Rows, others: Rows): string[] {
  const gaps: string[] = [];
  if (!reviewed.isWhole)
    gaps.push(
      'Not all delegations have been read. Wallets with a single delegation and strangers show only once all of them are known.',
    );
  const undated = others.filter(({ since }) => since === null).length;
  if (undated > 0) gaps.push(`The age of ${writeCount(undated, 'delegation')} is not known.`);
  return [...gaps, ...describeLookups(reviewed, outgoing)];
}

function describeLookups({ contracts, isLookingUp }: Reviewed, outgoing: Rows): string[] {
  if (outgoing.length === 0) return [];
  if (!contracts)
    return ['Which wallets are contracts is known for now only, so this review of the past does not say it.'];
  const answers = listDelegates(outgoing).map((delegate) => contracts.get(keyOfDelegate(delegate)));
  const silent = answers.filter((answer) => answer === null).length;
  const missing = answers.filter((answer) => answer === undefined).length;
  return [
    ...(isLookingUp && missing > 0 ? ['Which wallets are contracts is still being looked up.'] : []),
    ...(!isLookingUp && missing > 0
      ? [
          `${writeCount(missing, 'wallet')} ${missing === 1 ? 'was' : 'were'} not looked up, because a review asks about ${MAX_LOOKUPS} at most. They may be contracts.`,
        ]
      : []),
    ...(silent > 0
      ? [
          `It is not known whether ${writeCount(silent, 'wallet')} ${silent === 1 ? 'is a contract' : 'are contracts'}: the nodes did not answer.`,
        ]
      : []),
  ];
}
