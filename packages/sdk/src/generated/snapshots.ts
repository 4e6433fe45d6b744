/** Made from apps/api/src/operations by `npm run build:docs`. */

import { bytes32, checked, object, type Read, whole } from '../client/read-json.ts';
import type { Hex } from '../hex.ts';
import { assertGrant } from '../rules.ts';
import { type Grant, ofGrant } from './registry.ts';

/** A delegation in force at the block of a snapshot, and the block it began in. */
export interface SnapshotRecord extends Grant {
  /** The block in which it was granted. */
  readonly block: number;
  /** The position of its event in the block. */
  readonly log: number;
  /** The transaction that granted it. */
  readonly transaction: Hex;
}

export const readSnapshotRecord: Read<SnapshotRecord> = checked(
  object<SnapshotRecord>({ ...ofGrant, block: whole, log: whole, transaction: bytes32 }),
  assertGrant,
);
