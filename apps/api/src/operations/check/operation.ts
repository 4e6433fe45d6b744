/** The checks: one for each kind of each registry. */
import { getKind, type Kind, type Registry } from '@mandate/core';
import { BLOCK_HEADERS, SAFE_HEADER } from '../../request/freshness.ts';
import { explain, numbers, proof, WHEN } from '../../request/parameters.ts';
import { unitsOfCheck } from '../../request/proof.ts';
import { QUESTIONS, type QuestionParameters } from '../../request/question.ts';
import type { ValuesOf } from '../../request/read-parameters.ts';
import { CHECK_ANSWERS } from '../forms/checks.ts';
import { json, type Operation } from '../operation.ts';

const OF_EVERY_CHECK = { numbers, explain, proof, ...WHEN };

type CheckParameters = QuestionParameters & typeof OF_EVERY_CHECK;
export type CheckValues = ValuesOf<CheckParameters>;

export interface CheckOperation extends Operation<CheckParameters> {
  readonly registry: Registry;
  readonly kind: Kind;
  readonly answers: 'boolean' | 'balance';
}

/** Creates the check of a kind. Its texts follow from what the kind covers and answers. */
function create(registry: Registry, kind: Kind, question: QuestionParameters): CheckOperation {
  const { answer: answers } = getKind(registry, kind);
  return {
    id: `${registry}Check${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    summary: `Check ${nameOf(registry, kind)}${registry === 'v2' ? '' : ` (${registry})`}`,
    description: describe(registry, kind),
    method: 'GET',
    path: `/registry/${registry}/check/${kind}`,
    tag: registry,
    registry,
    kind,
    answers,
    parameters: { ...question, ...OF_EVERY_CHECK },
    weight: 'check',
    units: unitsOfCheck,
    takesKeys: registry !== 'v1',
    answer: {
      description: 'The answer',
      content: json(CHECK_ANSWERS[answers]),
      headers: [...BLOCK_HEADERS, SAFE_HEADER],
    },
  };
}

function describe(registry: Registry, kind: Kind): string {
  const { scope, answer, checkParties, tokenType } = getKind(registry, kind);
  const { to, from } = checkParties;
  if (answer === 'balance')
    return `How much of this ${tokenType} token may \`${to}\` act for? The answer is the largest amount that one delegation allows: 2^256-1 if the whole contract or wallet is delegated, 0 if nothing is.`;
  if (scope.length === 0) return `May \`${to}\` act for the whole wallet \`${from}\`?`;
  const [thing, ways] = scope.includes('tokenId')
    ? ['token', 'the token, its contract or the whole wallet']
    : ['contract', 'the contract or the whole wallet'];
  return `May \`${to}\` act for \`${from}\` on this ${thing}? The answer is true if ${ways} is delegated.`;
}

/** Names what a check is about, e.g. "an ERC721 token". */
function nameOf(registry: Registry, kind: Kind): string {
  const { scope, answer, tokenType } = getKind(registry, kind);
  if (answer === 'balance') return `an ${tokenType} amount`;
  if (scope.length === 0) return 'a whole wallet';
  return scope.includes('tokenId') ? `${tokenType ? `an ${tokenType}` : 'a'} token` : 'a contract';
}

const listChecks = (registry: Registry): readonly CheckOperation[] =>
  [...(QUESTIONS.get(registry) ?? [])].map(([kind, question]) => create(registry, kind, question));

export const V2_CHECKS = listChecks('v2');
export const V1_CHECKS = listChecks('v1');

export const CHECKS = [...V2_CHECKS, ...V1_CHECKS];
