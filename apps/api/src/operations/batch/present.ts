/** The answer of a batch as JSON. Written out by hand: JSON.stringify knows no uint256. */
import type { Answer } from '@mandate/core';
import { type CheckAnswers, presentAnswer } from '../../answers/checks.ts';
import { ProblemError } from '../../http/problems.ts';
import type { Numbers } from '../../request/parameters.ts';

/** A chain that the checks name, and the block of its answers, or why there are none. */
export interface NamedChain {
  readonly chainId: number;
  readonly known: Pick<CheckAnswers, 'block' | 'safeBlock'> | ProblemError;
}

export function presentBatch(
  answers: readonly (Answer | ProblemError)[],
  chains: readonly NamedChain[],
  numbers: Numbers | undefined,
): string {
  // Many of one chain are unknown for one reason.
  const unknown = new Map<ProblemError, string>();
  const present = (answer: Answer | ProblemError) => {
    if (!(answer instanceof ProblemError)) return `{"value":${presentAnswer(answer, numbers)}}`;
    const text = unknown.get(answer) ?? `{"value":null,${presentProblem(answer)}}`;
    unknown.set(answer, text);
    return text;
  };
  return `{"answers":[${answers.map(present).join(',')}],"chains":[${chains.map(presentChain).join(',')}]}`;
}

function presentChain({ chainId, known }: NamedChain): string {
  if (known instanceof ProblemError) return `{"chainId":${chainId},"known":false,${presentProblem(known)}}`;
  const safe = known.safeBlock === null ? '' : `,"safeBlock":${known.safeBlock}`;
  return `{"chainId":${chainId},"known":true,"block":${JSON.stringify(known.block)}${safe}}`;
}

function presentProblem({ code, message }: ProblemError): string {
  return `"code":"${code}","detail":${JSON.stringify(message)}`;
}
