/** What a snapshot takes. */
import type { Address, Registry } from '@mandate/core';
import { z } from 'zod';
import { chain, contract, numbersParameter, type Parameter } from '../../request/parameters.ts';
import { createReadParameters, type Query } from '../../request/read-parameters.ts';
import type { Format } from './present.ts';

const path = { in: 'path', required: true, aliases: [] as readonly string[] } as const;
const query = { in: 'query', required: false, aliases: [] as readonly string[] } as const;

export const SNAPSHOT_PARAMETERS: readonly Parameter[] = [
  {
    ...chain,
    ...path,
    description: 'The chain to ask.',
    form: { type: 'integer', minimum: 1 },
    example: '1',
  },
  {
    ...path,
    name: 'block',
    field: 'block',
    description: 'What stood at the end of this block. It has to be final.',
    schema: z
      .string()
      .regex(/^\d{1,15}$/, 'must be the number of a block, in decimal digits.')
      .transform(Number),
    form: { type: 'integer', minimum: 0 },
    example: '20000000',
  },
  { ...contract, description: 'The contract of the token or collection that the snapshot is for.' },
  {
    ...query,
    name: 'format',
    field: 'format',
    description: '`jsonl`: a JSON object a line. `csv`: RFC 4180, with a line of names first.',
    schema: z.enum(['jsonl', 'csv'], { error: 'must be "jsonl" or "csv".' }),
    form: { type: 'string', enum: ['jsonl', 'csv'], default: 'jsonl' },
  },
  {
    ...query,
    name: 'registries',
    field: 'registries',
    description: 'The registries whose delegations count. Without it, all that the chain has.',
    schema: z
      .enum(['v1', 'v2', 'v1,v2', 'v2,v1'], { error: 'must be "v1", "v2" or "v1,v2".' })
      .transform((text) => text.split(',').toSorted()),
    form: { type: 'string', enum: ['v1', 'v2', 'v1,v2'], default: 'v1,v2' },
  },
  {
    ...numbersParameter,
    description: `${numbersParameter.description} CSV has their digits either way.`,
  },
];

export interface SnapshotValues {
  readonly chainId: number;
  readonly block: number;
  readonly contract: Address;
  readonly format?: Format;
  readonly registries?: readonly Registry[];
  readonly numbers?: 'number' | 'string';
}

const read = createReadParameters(SNAPSHOT_PARAMETERS);

/** The schemas above saw to it that the types are these. */
export const readSnapshotParameters = (query: Query, path: Query) =>
  read(query, path) as unknown as SnapshotValues;
