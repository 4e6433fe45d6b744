import { type Answer, check, type Delegation, identify, type Question } from '@mandate/core';

/** Applies the registry's rule to the delegations that count. */
export function answerCheck(question: Question, delegations: readonly Delegation[]): Answer {
  const standing = new Map(delegations.map((each) => [identify(each), each]));
  return check(question, (grant) => standing.get(identify(grant)));
}
