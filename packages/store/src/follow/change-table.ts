/** All SQL of the table `change`: the numbered log of what happened to each chain's ledger. */
import { findAmount } from '@mandate/core';
import type { Block } from '../database/checkpoint.ts';
import { copiedBytes, copyRows } from '../database/copy-rows.ts';
import { ask, type Connection, type Database } from '../database/database.ts';
import {
  copiedGrant,
  type DelegationRow,
  delegationColumns,
  GRANT_COLUMNS,
  readDelegation,
  toHex,
} from '../database/row.ts';
import { CHANGE_TYPES, type Change, readEffects } from './change.ts';
import { type ChangeFilter, filterOf, filterValues } from './change-filter.ts';

/**
 * Lists the changes that going back to a block undoes, the newest first. Call this before the rows are undone. `reopened`
 * are rows that ended before the block and stand again.
 */
export async function listUndone(
  connection: Connection,
  chainId: number,
  to: Block,
  reopened: readonly number[],
): Promise<Change[]> {
  const { rows } = await connection.query<
    DelegationRow & {
      ends: boolean;
      block: number;
      log: number;
      tx: Buffer;
      since_block: number;
      since_log: number;
      timestamp: number | null;
    }
  >(
    // Not a join: PostgreSQL overestimates the range and would read every block of the chain.
    `select e.*, (select b.timestamp from block b where b.chain_id = $1 and b.number = e.block) from (
       select false as ends, ${delegationColumns('d')}, since_block as block, since_log as log, since_tx as tx,
         since_block, since_log
       from delegation d where chain_id = $1 and since_block + 0 > $2 and since_block + 0 <= $3
       union all
       select true, ${delegationColumns('d')}, until_block, until_log, until_tx, since_block, since_log
       from delegation d where chain_id = $1 and until_block + 0 > $2 and until_block + 0 <= $3
       union all
       select true, ${delegationColumns('d')}, until_block, until_log, until_tx, since_block, since_log
       from delegation d where id = any($4::bigint[])
     ) e`,
    [chainId, to.number, Number.MAX_SAFE_INTEGER, reopened],
  );
  const effects = rows.map((row) => ({
    ends: row.ends,
    delegation: readDelegation(row),
    at: { block: row.block, log: row.log, tx: toHex(row.tx) },
    since: row.ends ? { block: row.since_block, log: row.since_log } : undefined,
  }));
  const timestamps = new Map(
    rows.flatMap(({ block, timestamp }) => (timestamp === null ? [] : [[block, timestamp]])),
  );
  return readEffects(effects, timestamps)
    .toReversed()
    .map((change) => ({ ...change, undone: true }));
}

/**
 * Appends changes to the chain's log. The caller has locked the chain's row, so the numbers have no gaps and follow
 * the order of the commits.
 */
export async function appendChanges(
  connection: Connection,
  chainId: number,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const { rows } = await connection.query<{ before: number }>(
    'update chain set changes = changes + $2 where chain_id = $1 returning changes - $2 as before',
    [chainId, changes.length],
  );
  const before = rows[0]?.before ?? 0;
  const timestamps = await listTimestamps(connection, chainId, changes);
  const appended = changes.map(({ type, undone, delegation, amountBefore, at, began, timestamp }, i) => [
    chainId,
    before + i + 1,
    CHANGE_TYPES.indexOf(type) + 1,
    undone,
    ...copiedGrant(delegation),
    amountBefore,
    findAmount(delegation),
    at.block,
    at.log,
    copiedBytes(at.tx),
    timestamp ?? timestamps.get(at.block) ?? null,
    began?.block ?? null,
    began?.log ?? null,
  ]);
  await copyRows(connection, APPENDED, appended);
}

const APPENDED = `change (chain_id, number, type, undone, ${GRANT_COLUMNS}, amount_before, amount, block, log, tx, timestamp,
  began_block, began_log)`;

/** Finds the times of changes that come without one: a settlement ends rows in a block of an earlier commit. */
async function listTimestamps(
  connection: Connection,
  chainId: number,
  changes: readonly Change[],
): Promise<ReadonlyMap<number, number>> {
  const undated = changes.filter(({ timestamp }) => timestamp === null);
  if (undated.length === 0) return new Map();
  const { rows } = await connection.query<{ number: number; timestamp: number }>(
    'select number, timestamp from block where chain_id = $1 and number = any($2::bigint[])',
    [chainId, undated.map(({ at }) => at.block)],
  );
  return new Map(rows.map(({ number, timestamp }) => [number, timestamp]));
}

/** A change with its number in the chain's log. */
export interface LoggedChange extends Change {
  readonly number: number;
  /** Distinguishes it from a change that has the same number in another copy of the log. */
  readonly stamp: string;
}

/** The length of a chain's log, and the log's identity: a chain that is read again gets a new log. */
export interface LogEnd {
  readonly chainId: number;
  readonly feed: string;
  readonly changes: number;
  /** The block that the log leads to. */
  readonly block: number;
}

export async function listLogEnds(database: Database): Promise<LogEnd[]> {
  const rows = await ask<{ chain_id: number; feed: string; changes: number; block: number }>(database, {
    name: 'list-log-ends',
    text: 'select chain_id, feed, changes, block_number as block from chain',
  });
  return rows.map(({ chain_id: chainId, feed, changes, block }) => ({ chainId, feed, changes, block }));
}

/** The changes after one number, up to another that the log has reached. */
export interface LogPart {
  readonly chainId: number;
  readonly feed: string;
  readonly after: number;
  readonly until: number;
}

export interface ChangesRequest extends ChangeFilter {
  readonly parts: readonly LogPart[];
  /** The most changes in each part. */
  readonly limit: number;
}

/** If there is no change, `number` is null. */
export interface ChangeRow extends DelegationRow {
  readonly number: number | null;
  readonly type: number;
  readonly undone: boolean;
  readonly amount_before: bigint | null;
  readonly block: number;
  readonly log: number;
  readonly tx: Buffer;
  readonly timestamp: number | null;
  readonly stamp: string;
  readonly began_block: number | null;
  readonly began_log: number | null;
}

/** Lists changes part by part, oldest first. `null` if the chain has another log by now, or a shorter one. */
export async function listChanges(
  database: Database,
  { parts, limit, ...filter }: ChangesRequest,
): Promise<(LoggedChange[] | null)[]> {
  const rows = await ask<ChangeRow & { position: number; there: boolean }>(database, {
    name: 'list-changes',
    text: LIST_CHANGES,
    values: [
      parts.map(({ chainId }) => chainId),
      parts.map(({ feed }) => feed),
      parts.map(({ after }) => after),
      parts.map(({ until }) => until),
      limit,
      ...filterValues(filter),
    ],
  });
  return parts.map((_, index) => {
    const own = rows.filter(({ position }) => position === index + 1);
    if (!own[0]?.there) return null;
    return own.flatMap((row) => (row.number === null ? [] : [readChange(row, row.number)]));
  });
}

/** The columns that `readChange` needs, of a table named `h`. */
export const CHANGE_COLUMNS = `h.number, h.type, h.undone, ${delegationColumns('h')}, h.amount_before, h.block, h.log, h.tx,
  h.timestamp, h.stamp, h.began_block, h.began_log`;

const LIST_CHANGES = `
  select p.position::integer, c.chain_id is not null as there, ${CHANGE_COLUMNS}
  from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[]) with ordinality
    as p (chain_id, feed, after, until, position)
  left join chain c on c.chain_id = p.chain_id and c.feed = p.feed and c.changes >= p.until
  left join lateral (
    select * from change h
    where h.chain_id = c.chain_id and h.number > p.after and h.number <= p.until
      and ${filterOf(6)}
    order by h.number limit $5
  ) h on true
  order by p.position, h.number`;

export function readChange(row: ChangeRow, number: number): LoggedChange {
  return {
    number,
    stamp: row.stamp,
    type: CHANGE_TYPES[row.type - 1] ?? 'granted',
    undone: row.undone,
    delegation: readDelegation(row),
    amountBefore: row.amount_before,
    at: { block: row.block, log: row.log, tx: toHex(row.tx) },
    began: row.began_block === null ? null : { block: row.began_block, log: row.began_log ?? 0 },
    timestamp: row.timestamp,
  };
}
