/** The records of a snapshot, and what writes them into a file. */
import type { Registry } from '@mandate/core';
import { presentGrant } from '@mandate/feed';
import type { SnapshotRow } from '@mandate/store';
import type { Numbers } from '../../request/parameters.ts';
import type { WireOf } from '../forms/form.ts';
import type { SNAPSHOT_RECORD } from './answer.ts';

/** The question, for files that have a place for it. */
export interface About {
  readonly chainId: number;
  readonly block: number;
  readonly contract: string;
  readonly registries: readonly Registry[];
}

/** Returns the bytes that are to be sent next, if there are any yet. */
export interface SnapshotFile {
  add(records: readonly SnapshotRecord[]): string | Buffer;
  end(): string | Buffer;
}

export type SnapshotRecord = WireOf<typeof SNAPSHOT_RECORD>;

export function createRecord(
  { delegation, since: { block, log, tx } }: SnapshotRow,
  numbers: Numbers | undefined,
): SnapshotRecord {
  return { ...presentGrant(delegation, numbers), block, log, transaction: tx };
}
