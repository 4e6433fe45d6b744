/** Reads what API processes look at all the time. */
import type { Registries } from '@mandate/core';
import { MARKS_OF_CHAIN, type Mark, type MarkColumns, readMarks } from '../audit/finding-table.ts';
import { type Checkpoint, COVERED } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { LOST_IDENTITY } from './ledger-log.ts';

/** The ledger's identity, and the state of each of its chains, all of one moment. */
export interface Heartbeats {
  readonly ledgerId: string;
  readonly heartbeats: ReadonlyMap<number, number>;
  readonly registries: ReadonlyMap<number, Checkpoint['registries']>;
  /** The identity of each chain's log. A repair that changes rows replaces it. */
  readonly feeds: ReadonlyMap<number, string>;
  /** Changes whenever a mark is added or removed. */
  readonly marksStamp: string;
  /** `null` if they are the same as those that were read with this stamp before. */
  readonly marks: readonly Mark[] | null;
}

interface HeartbeatRow {
  readonly id: string;
  readonly marks_stamp: string;
  /** `null` if the ledger has no chain. */
  readonly chain_id: number | null;
  readonly heartbeat: number;
  readonly covered: Registries | null;
  readonly feed: string;
  readonly marks: MarkColumns;
}

/** `marksStamp` is the stamp of the marks that the caller has. `null` if it has none. */
export async function readHeartbeats(database: Database, marksStamp: string | null): Promise<Heartbeats> {
  const rows = await ask<HeartbeatRow>(database, {
    name: 'read-heartbeats',
    text: READ_HEARTBEATS,
    values: [marksStamp],
  });
  const [first] = rows;
  if (!first) throw new Error(LOST_IDENTITY);
  const chains = rows.flatMap(({ chain_id, ...row }) => (chain_id === null ? [] : [{ chain_id, ...row }]));
  const isSame = first.marks_stamp === marksStamp;
  return {
    ledgerId: first.id,
    heartbeats: new Map(chains.map(({ chain_id, heartbeat }) => [chain_id, heartbeat])),
    registries: new Map(chains.map(({ chain_id, covered }) => [chain_id, covered])),
    feeds: new Map(chains.map(({ chain_id, feed }) => [chain_id, feed])),
    marksStamp: first.marks_stamp,
    marks: isSame ? null : chains.flatMap(({ chain_id, marks }) => readMarks(chain_id, marks)),
  };
}

const READ_HEARTBEATS = `
  select l.id, l.marks_stamp, c.chain_id, c.heartbeat, ${COVERED} as covered, c.feed,
    case when l.marks_stamp is distinct from $1::uuid then ${MARKS_OF_CHAIN} end as marks
  from ledger l left join chain c on true`;
