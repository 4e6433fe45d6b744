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
  summary: 'Everything that touches a contract at a final block',
  description:
    'Every delegation that stood at the end of a final block over a contract, its tokens, or a whole wallet, which covers every contract; by ' +
    'block, then position in it. The same bytes from every service that has read the chain. For airdrops and votes.',
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
          description: 'A JSON object a line: the fields of a `StandingGrant` without `since`, and `log`',
        },
      },
      'text/csv': {
        schema: { type: 'string', description: 'The same fields as columns, their names first' },
      },
    },
    headers: BLOCK_HEADERS,
  },
  fails: 'any',
};
