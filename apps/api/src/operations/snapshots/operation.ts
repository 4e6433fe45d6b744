import { BLOCK_HEADERS } from '../../request/freshness.ts';
import type { Operation } from '../operation.ts';
import { SNAPSHOT_PARAMETERS } from './parameters.ts';

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
      'application/jsonl': {
        schema: {
          type: 'string',
          description: 'One JSON object per line: the fields of a `StandingGrant` without `since`, and `log`',
        },
      },
      'text/csv': {
        schema: { type: 'string', description: 'The same fields as columns, with a header line' },
      },
    },
    headers: BLOCK_HEADERS,
  },
  fails: 'any',
};
