/** The rows of a snapshot. */
import { bytes32, fields, integer } from '../forms/form.ts';
import { GRANT } from '../forms/grants.ts';

export const SNAPSHOT_RECORD = fields(
  {
    ...GRANT.fields,
    block: integer('The block in which it was granted'),
    log: integer('The position of its event in the block'),
    transaction: bytes32('The transaction that granted it'),
  },
  {
    type: 'SnapshotRecord',
    base: GRANT,
    about: 'A delegation in force at the block of a snapshot, and the block it began in',
  },
);
