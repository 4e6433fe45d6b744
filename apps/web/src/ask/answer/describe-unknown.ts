import { describeFailure } from '../../service/failure.ts';
import type { Verdict } from './describe-answer.ts';

/** Describes an error as the third state, which is never a no. */
export function describeUnknown(error: unknown): Verdict {
  const { title, next, passes } = describeFailure(error);
  return {
    kind: 'unknown',
    headline: passes ? 'Unknown right now' : 'Unknown',
    note: `${title}. This is not a no. ${next}`,
  };
}
