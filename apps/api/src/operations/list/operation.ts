/** The two lists. */
import type { Registry } from '@mandate/core';
import type { FastifyRequest } from 'fastify';
import { BLOCK_HEADERS, SAFE_HEADER } from '../../request/freshness.ts';
import type { Query, ValuesOf } from '../../request/parameter.ts';
import { chainId, cursor, limit, numbers, WHEN, wallet } from '../../request/parameters.ts';
import { json, type Operation, ref } from '../operation.ts';

const PARAMETERS = { wallet, chainId, numbers, limit, cursor, ...WHEN };
export type ListValues = ValuesOf<typeof PARAMETERS>;

export interface ListOperation extends Operation<typeof PARAMETERS> {
  readonly registry: Registry;
}

const LISTED =
  'Outgoing delegations come first, then incoming ones; both are sorted by block, then by position in the block. A delegation ' +
  'from the wallet to itself appears once. Anyone can delegate to any wallet: an incoming delegation says what its `from` ' +
  'allows, and nothing about the wallet.';

/** A past list is read from all grants that ever stood, and counts as two requests. */
const PAST_UNITS = 2;

function unitsOf({ query }: FastifyRequest): number {
  const { atBlock, atTime } = query as Query;
  return atBlock || atTime ? PAST_UNITS : 1;
}

const shared = {
  method: 'GET',
  parameters: PARAMETERS,
  weight: 'list',
  heavy: true,
  units: unitsOf,
} as const;
const answerOf = (schema: string) => ({
  description: 'The delegations',
  content: json({ schema: { type: 'array', items: ref(`schemas/${schema}`) } }),
  headers: [...BLOCK_HEADERS, SAFE_HEADER, 'Link'],
});

export const V2_LIST: ListOperation = {
  ...shared,
  id: 'v2List',
  registry: 'v2',
  tag: 'v2',
  path: '/registry/v2/:wallet',
  summary: 'List delegations of a wallet',
  description: `Lists the delegations in force from the wallet and to it. ${LISTED}`,
  takesKeys: true,
  answer: answerOf('DelegationV2'),
  fails: 'any',
};

export const V1_LIST: ListOperation = {
  ...shared,
  id: 'v1List',
  registry: 'v1',
  tag: 'v1',
  path: '/registry/v1/:wallet',
  summary: 'List delegations of a wallet (v1)',
  description: `Lists the delegations in force from the wallet and to it, in the v1 registry. ${LISTED}`,
  takesKeys: false,
  answer: answerOf('DelegationV1'),
  fails: 'any',
};

export const LISTS = [V2_LIST, V1_LIST];
