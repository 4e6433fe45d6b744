/** All SQL that writes the table `delegation`. */
import { type Address, findAmount, type Grant, REGISTRIES } from '@mandate/core';
import type { Block } from '../database/checkpoint.ts';
import { copiedBytes, copyRows } from '../database/copy-rows.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Begun, Ended, LiveRow } from '../database/lifetime.ts';
import {
  copiedGrant,
  type DelegationRow,
  delegationColumns,
  GRANT_COLUMNS,
  grantParameters,
  readDelegation,
  standing,
  toBytes,
} from '../database/row.ts';

/** Lists these grants if they stand, and all v1 grants of these wallets. */
export async function listLive(
  database: Database,
  chainId: number,
  grants: readonly Grant[],
  v1Grantors: readonly Address[],
): Promise<LiveRow[]> {
  const { rows } = await database.query<DelegationRow & LiveColumns>(LIST_LIVE, [
    chainId,
    ...grantParameters(grants),
    v1Grantors.map(toBytes),
  ]);
  return rows.map(readLive);
}

export const LIVE_COLUMNS = `d.id, d.since_block, d.since_log, ${delegationColumns('d')}`;

export interface LiveColumns {
  readonly id: number;
  readonly since_block: number;
  readonly since_log: number;
}

export function readLive(row: DelegationRow & LiveColumns): LiveRow {
  return {
    id: row.id,
    delegation: readDelegation(row),
    since: { block: row.since_block, log: row.since_log },
  };
}

export async function endRows(
  connection: Connection,
  chainId: number,
  ended: readonly Ended[],
): Promise<void> {
  if (ended.length === 0) return;
  const { rowCount } = await connection.query(END_ROWS, [
    chainId,
    ended.map(({ id }) => id),
    ended.map(({ until }) => until.block),
    ended.map(({ until }) => until.log),
    ended.map(({ until }) => toBytes(until.tx)),
    ended.map(({ until }) => until.inferred),
  ]);
  if (rowCount !== ended.length) {
    throw new Error(`Chain ${chainId}: only ${rowCount} of the ${ended.length} rows to end were standing.`);
  }
}

export async function beginRows(
  connection: Connection,
  chainId: number,
  begun: readonly Begun[],
): Promise<void> {
  const rows = begun.map(({ delegation, since, until }) => [
    chainId,
    ...copiedGrant(delegation),
    findAmount(delegation),
    since.block,
    since.log,
    copiedBytes(since.tx),
    ...(until ? [until.block, until.log, copiedBytes(until.tx), until.inferred] : [null, null, null, false]),
  ]);
  await copyRows(connection, BEGUN, rows);
}

const BEGUN = `delegation (chain_id, ${GRANT_COLUMNS}, amount, since_block, since_log, since_tx,
  until_block, until_log, until_tx, until_inferred)`;

/** Deletes rows that began after a block, and reopens rows that ended after it and the rows in `reopened`. */
export async function undoRowsAfter(
  connection: Connection,
  chainId: number,
  to: Block,
  reopened: readonly number[],
): Promise<void> {
  // The upper bound matches every row, but for an open range PostgreSQL expects a third of the table and reads all of
  // it. Adding zero makes these the expressions of their indexes.
  const range = [chainId, to.number, Number.MAX_SAFE_INTEGER];
  await connection.query(
    'delete from delegation where chain_id = $1 and since_block + 0 > $2 and since_block + 0 <= $3',
    range,
  );
  await connection.query(
    `${REOPEN} where chain_id = $1 and until_block + 0 > $2 and until_block + 0 <= $3`,
    range,
  );
  if (reopened.length > 0) await connection.query(`${REOPEN} where id = any($1::bigint[])`, [reopened]);
}

const REOPEN =
  'update delegation set until_block = null, until_log = null, until_tx = null, until_inferred = false';

// Only `delegation_from_live` has the order of the second half, so ended rows are not read.
const LIST_LIVE = `
  with c as (select chain_id, block_number as at_block from chain where chain_id = $1)
  select ${LIVE_COLUMNS} from c cross join lateral (${standing({ at: 'c.at_block' })}) d
  union
  select ${LIVE_COLUMNS}
  from c cross join unnest($9::bytea[]) as v (from_address)
  cross join lateral (
    select * from delegation d
    where d.chain_id = c.chain_id and d.registry = ${REGISTRIES.v1.ledgerNumber} and d.from_address = v.from_address
      and d.until_block is null
    order by d.since_block, d.since_log, d.kind
  ) d`;

const END_ROWS = `
  update delegation d
  set until_block = u.block, until_log = u.log, until_tx = u.tx, until_inferred = u.inferred
  from unnest($2::bigint[], $3::bigint[], $4::integer[], $5::bytea[], $6::boolean[]) as u (id, block, log, tx, inferred)
  where d.id = u.id and d.chain_id = $1 and d.until_block is null`;
