import type { Registry } from '@mandate/core';
import type { FastifyRequest } from 'fastify';
import { BLOCK_HEADERS, SAFE_HEADER } from '../../request/freshness.ts';
import { chainId, cursor, flag, limit, numbers, types, WHEN, wallet } from '../../request/parameters.ts';
import type { Query, ValuesOf } from '../../request/read-parameters.ts';
import { either, listOf } from '../forms/form.ts';
import { DELEGATION_V1, DELEGATION_V2, EXACT_DELEGATION_V2, PLACED_DELEGATION_V2 } from '../forms/grants.ts';
import { json, type Operation } from '../operation.ts';

const firstGrant = flag(
  'firstGrant',
  "With `true`, each row has `firstGrant`: the block and the position in it of the grant's first event ever. The registry's own lists " +
    'are in this order, also for grants that were revoked and given again. It counts as two requests.',
);

const PARAMETERS = { wallet, chainId, numbers, types, limit, cursor, ...WHEN };
/** v1's own lists have an order that no place tells: a revocation moves the last row to the place of the revoked one. */
const PARAMETERS_OF_V2 = { ...PARAMETERS, firstGrant };
export type ListValues = ValuesOf<typeof PARAMETERS> & { readonly firstGrant?: boolean | undefined };

export type ListOperation = Operation<typeof PARAMETERS> & { readonly registry: Registry };

const LISTED =
  'Outgoing delegations come first, then incoming ones; both are sorted by block, then by position in the block. A delegation ' +
  'from the wallet to itself appears once. Anyone can delegate to any wallet: an incoming delegation says what its `from` ' +
  'allows, and nothing about the wallet.';

/** A past list is read from all grants that ever stood, and one with first grants from the database. */
const DEAR_UNITS = 2;

function unitsOf({ query }: FastifyRequest): number {
  const { atBlock, atTime, firstGrant: first } = query as Query;
  return atBlock || atTime || first === 'true' ? DEAR_UNITS : 1;
}

const ANSWERS = {
  v1: listOf(DELEGATION_V1),
  v2: either([listOf(DELEGATION_V2), listOf(PLACED_DELEGATION_V2), listOf(EXACT_DELEGATION_V2)]),
};

function create(registry: Registry, where: string): ListOperation {
  return {
    id: `${registry}List`,
    method: 'GET',
    path: `/registry/${registry}/:wallet`,
    tag: registry,
    registry,
    summary: `List delegations of a wallet${registry === 'v1' ? ' (v1)' : ''}`,
    description: `Lists the delegations in force from the wallet and to it${where}. ${LISTED}`,
    parameters: registry === 'v1' ? PARAMETERS : PARAMETERS_OF_V2,
    weight: 'list',
    heavy: true,
    units: unitsOf,
    takesKeys: registry !== 'v1',
    answer: {
      description: 'The delegations',
      content: json(ANSWERS[registry]),
      headers: [...BLOCK_HEADERS, SAFE_HEADER, 'Link', 'ETag'],
    },
  };
}

export const V2_LIST = create('v2', '');
export const V1_LIST = create('v1', ', in the v1 registry');
export const LISTS = [V2_LIST, V1_LIST];
