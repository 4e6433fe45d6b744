/** The eight checks. */
import { getKind, type Kind, type Registry } from '@mandate/core';
import { BLOCK_HEADERS, SAFE_HEADER } from '../../request/freshness.ts';
import type { ValuesOf } from '../../request/parameter.ts';
import { explain, numbers, WHEN } from '../../request/parameters.ts';
import { QUESTIONS, type QuestionParameters } from '../../request/question.ts';
import { json, type Operation, ref } from '../operation.ts';

const OF_EVERY_CHECK = { numbers, explain, ...WHEN };

type CheckParameters = QuestionParameters & typeof OF_EVERY_CHECK;
export type CheckValues = ValuesOf<CheckParameters>;

export interface CheckOperation extends Operation<CheckParameters> {
  readonly registry: Registry;
  readonly kind: Kind;
  readonly answers: 'boolean' | 'balance';
}

type Described = Pick<CheckOperation, 'id' | 'summary' | 'description' | 'kind'>;

function create(registry: Registry, { kind, ...described }: Described): CheckOperation {
  const question = QUESTIONS.get(registry)?.get(kind);
  const { answer: answers } = getKind(registry, kind);
  if (!question) throw new TypeError(`${registry} has no check of kind "${kind}".`);
  const [value, explained] =
    answers === 'balance'
      ? [ref('schemas/Uint256'), 'ExplainedBalance']
      : [{ type: 'boolean' }, 'ExplainedBoolean'];
  return {
    ...described,
    method: 'GET',
    path: `/registry/${registry}/check/${kind}`,
    tag: registry,
    registry,
    kind,
    answers,
    parameters: { ...question, ...OF_EVERY_CHECK },
    weight: 'check',
    takesKeys: registry !== 'v1',
    answer: {
      description: 'The answer',
      content: json({ schema: { anyOf: [value, ref(`schemas/${explained}`)] } }),
      headers: [...BLOCK_HEADERS, SAFE_HEADER],
    },
    fails: 'any',
  };
}

const BALANCE =
  'How much of it may `delegate` act for? The most that any delegation allows; 2^256-1 when the whole contract or wallet is delegated, 0 when nothing is.';

export const V2_CHECKS: readonly CheckOperation[] = [
  create('v2', {
    id: 'v2CheckAll',
    kind: 'all',
    summary: 'Check all',
    description: 'May `to` act for all of `from`? True if it may act for the entire wallet.',
  }),
  create('v2', {
    id: 'v2CheckContract',
    kind: 'contract',
    summary: 'Check contract',
    description:
      'May `to` act for `from` on this contract? True if it may act for the entire wallet, or for this contract. `from` is the cold wallet that ' +
      'issued the delegation, as everywhere.',
  }),
  create('v2', {
    id: 'v2CheckErc721',
    kind: 'erc721',
    summary: 'Check ERC721',
    description:
      'May `delegate` act for `vault` on this token? True if it may act for the entire wallet, the contract, or this token.',
  }),
  create('v2', {
    id: 'v2CheckErc1155',
    kind: 'erc1155',
    summary: 'Check ERC1155',
    description: BALANCE,
  }),
  create('v2', {
    id: 'v2CheckErc20',
    kind: 'erc20',
    summary: 'Check ERC20',
    description: BALANCE,
  }),
];

export const V1_CHECKS: readonly CheckOperation[] = [
  create('v1', {
    id: 'v1CheckAll',
    kind: 'all',
    summary: 'Check all (v1)',
    description: 'May `delegate` act for all of `vault`? True if it may act for the entire vault.',
  }),
  create('v1', {
    id: 'v1CheckContract',
    kind: 'contract',
    summary: 'Check contract (v1)',
    description:
      'May `delegate` act for `vault` on this contract? True if it may act for the entire vault, or for this contract.',
  }),
  create('v1', {
    id: 'v1CheckToken',
    kind: 'token',
    summary: 'Check token (v1)',
    description:
      'May `delegate` act for `vault` on this token? True if it may act for the entire vault, the contract, or this token.',
  }),
];

export const CHECKS = [...V2_CHECKS, ...V1_CHECKS];
