/** The parameters of a snapshot. */
import type { Registry } from '@mandate/core';
import { z } from 'zod';
import { about, aboutOf, type Parameter, type ValuesOf } from '../../request/parameter.ts';
import { blockNumber, chainId, contract, inQuery, numbers } from '../../request/parameters.ts';

/** Makes a parameter a part of the path, which can't be left out. */
function inPath<Value>(parameter: Parameter<Value>): Parameter<Value, true> {
  return { ...parameter, in: 'path', required: true };
}

export const SNAPSHOT_PARAMETERS = {
  chainId: about(inPath(chainId), {
    description: 'The chain to ask.',
    form: { type: 'integer', minimum: 1 },
    example: '1',
  }),
  block: inPath(
    inQuery('block', blockNumber, {
      description: 'The block. It must be final.',
      form: { type: 'integer', minimum: 0 },
      example: '20000000',
    }),
  ),
  contract: about(contract, {
    description: 'The token contract that the snapshot is for.',
  }),
  format: inQuery('format', z.enum(['jsonl', 'csv'], { error: 'must be "jsonl" or "csv".' }), {
    description: '`jsonl` is one JSON object per line; `csv` is RFC 4180 with a header line.',
    form: { type: 'string', enum: ['jsonl', 'csv'], default: 'jsonl' },
  }),
  registries: inQuery(
    'registries',
    z
      .enum(['v1', 'v2', 'v1,v2', 'v2,v1'], { error: 'must be "v1", "v2" or "v1,v2".' })
      .transform((text) => text.split(',').toSorted() as Registry[]),
    {
      description: 'The registries to read. The default is every registry of the chain.',
      form: { type: 'string', enum: ['v1', 'v2', 'v1,v2'], default: 'v1,v2' },
    },
  ),
  numbers: about(numbers, {
    description: `${aboutOf(numbers).description} CSV has the digits either way.`,
  }),
};
export type SnapshotValues = ValuesOf<typeof SNAPSHOT_PARAMETERS>;
