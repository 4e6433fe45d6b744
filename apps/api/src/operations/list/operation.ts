import type { Registry } from '@mandate/core';
import type { FastifyRequest } from 'fastify';
import { BLOCK_HEADERS, SAFE_HEADER } from '../../request/freshness.ts';
import type { Query, ValuesOf } from '../../request/parameter.ts';
import { chainId, cursor, limit, numbers, WHEN, wallet } from '../../request/parameters.ts';
import { json, type Operation, ref } from '../operation.ts';

const PARAMETERS = { wallet, chainId, numbers, limit, cursor, ...WHEN };
export type ListValues = ValuesOf<typeof PARAMETERS>;

export type ListOperation = Operation<typeof PARAMETERS> & { readonly registry: Registry };

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

function create(registry: Registry, where: string): ListOperation {
  return {
    id: `${registry}List`,
    method: 'GET',
    path: `/registry/${registry}/:wallet`,
    tag: registry,
    registry,
    summary: `List delegations of a wallet${registry === 'v1' ? ' (v1)' : ''}`,
    description: `Lists the delegations in force from the wallet and to it${where}. ${LISTED}`,
    parameters: PARAMETERS,
    weight: 'list',
    heavy: true,
    units: unitsOf,
    takesKeys: registry !== 'v1',
    answer: {
      description: 'The delegations',
      content: json({ type: 'array', items: ref(`schemas/Delegation${registry.toUpperCase()}`) }),
      headers: [...BLOCK_HEADERS, SAFE_HEADER, 'Link', 'ETag'],
    },
  };
}

export const V2_LIST = create('v2', '');
export const V1_LIST = create('v1', ', in the v1 registry');
export const LISTS = [V2_LIST, V1_LIST];
