import type { Registry } from '@mandate/core';
import { z } from 'zod';
import { BLOCK_HEADERS } from '../../request/freshness.ts';
import {
  blockNumber,
  chainId,
  choice,
  contract,
  inPath,
  inQuery,
  numbers,
} from '../../request/parameters.ts';
import { about, aboutOf, type ValuesOf } from '../../request/read-parameters.ts';
import { linesOf, text } from '../forms/form.ts';
import type { Operation } from '../operation.ts';
import { SNAPSHOT_RECORD } from './answer.ts';

export const SNAPSHOT_PARAMETERS = {
  chainId: about(inPath(chainId), 'The chain to ask.', {
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
  contract: about(contract, 'The token contract that the snapshot is for.'),
  format: choice(
    'format',
    ['jsonl', 'csv', 'parquet'],
    '`jsonl` is one JSON object per line; `csv` is RFC 4180 with a header line; `parquet` has typed columns.',
  ),
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
  numbers: about(
    numbers,
    `${aboutOf(numbers).description} CSV and Parquet have the digits as text either way.`,
  ),
};
export type SnapshotValues = ValuesOf<typeof SNAPSHOT_PARAMETERS>;

/** A snapshot is read from all grants that ever stood over a contract, and counts as five lists. */
const SNAPSHOT_UNITS = 5;

export const SNAPSHOT: Operation<typeof SNAPSHOT_PARAMETERS> = {
  id: 'snapshot',
  method: 'GET',
  path: '/snapshots/:chainId/:block',
  tag: 'beyond',
  summary: 'Take a snapshot of a contract',
  description:
    'Lists every delegation that applied to a contract at the end of a final block: over the contract, its tokens, or a whole wallet. The ' +
    'rows are sorted by block, then by position in the block. Every service that has read the chain sends the same bytes. Use it for airdrops and votes.',
  parameters: SNAPSHOT_PARAMETERS,
  weight: 'list',
  heavy: true,
  units: () => SNAPSHOT_UNITS,
  takesKeys: true,
  answer: {
    description: 'The answer',
    content: {
      'application/jsonl': linesOf(
        SNAPSHOT_RECORD,
        'One JSON object per line: the fields of a `StandingGrant` without `since`, and `log`',
      ),
      'text/csv': text('The same fields as columns, with a header line'),
      'application/vnd.apache.parquet': text(
        'The same fields as columns: `block` and `log` are integers, all others text. The metadata of the file has `mandate.chainId`, `mandate.block`, `mandate.contract` and `mandate.registries`',
      ),
    },
    headers: BLOCK_HEADERS,
  },
};
