/** Reads all delegations that touch a contract at a block, page by page. */
import { type Address, type Delegation, REGISTRIES, type Registry } from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import type { Position } from '../database/lifetime.ts';
import { type DelegationRow, delegationColumns, readDelegation, toBytes, toHex } from '../database/row.ts';

/** A delegation that stood, and where it began. */
export interface SnapshotRow {
  readonly delegation: Delegation;
  readonly since: Position;
}

export interface SnapshotRequest {
  readonly chainId: number;
  readonly contract: Address;
  readonly registries: readonly Registry[];
  /** The block at whose end the delegations stood. */
  readonly atBlock: number;
  /** The checkpoint's `rewinds` when `atBlock` was chosen, to notice if the block was replaced since. */
  readonly rewinds: number;
  /** The end of the previous page. */
  readonly after: SnapshotPlace | null;
  /** The maximum number of rows. A page may have fewer, or none, although others follow. */
  readonly limit: number;
}

export interface SnapshotPlace {
  readonly block: number;
  readonly log: number;
}

export interface SnapshotPage {
  readonly rows: SnapshotRow[];
  /** The beginning of the next page. `null` if this was the last one. */
  readonly next: SnapshotPlace | null;
  /** The chain went back below `atBlock` after it was chosen, so this page is about another block. */
  readonly replaced: boolean;
}

/** Reads one page, ordered by block, then log position: delegations of the contract, and of whole wallets. */
export async function readSnapshot(
  database: Database,
  { chainId, contract, registries, atBlock, rewinds, after, limit }: SnapshotRequest,
): Promise<Read<SnapshotPage>> {
  const rows = await ask<CheckpointRow & StandingRow>(database, {
    name: 'snapshot',
    text: SNAPSHOT,
    values: [
      chainId,
      toBytes(contract),
      registries.map((registry) => REGISTRIES[registry].ledgerNumber),
      atBlock,
      rewinds,
      after?.block ?? -1,
      after?.log ?? -1,
      limit,
    ],
  });
  const first = rows.shift();
  if (!first) return null;
  const { replaced, last_block: block, last_log: log } = first;
  return {
    checkpoint: readCheckpoint(first),
    replaced,
    next: block === null || log === null ? null : { block, log },
    rows: rows.map((row) => ({
      delegation: readDelegation(row),
      since: { block: row.since_block, log: row.since_log, tx: toHex(row.since_tx) },
    })),
  };
}

/** The first row contains the checkpoint and the end of the page; the others contain one delegation each. */
interface StandingRow extends DelegationRow {
  readonly replaced: boolean;
  readonly last_block: number | null;
  readonly last_log: number | null;
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
}

/** A page looks at this many times its rows: rows that had ended must cost a reader little. */
const LOOKED_AT = 10;

/** `delegation_contract` has this order and begins with this expression, so no other index can be used. */
const touching = (contract: string) => `
      (select d.* from delegation d
       where d.chain_id + 0 = a.chain_id and d.contract = ${contract}
         and (d.since_block, d.since_log) > (a.after_block, a.after_log) and d.since_block <= a.at_block
       order by d.since_block, d.since_log limit ${LOOKED_AT} * $8)`;

/** The rows that a page looks at: those that had begun by the block, in order. */
const LOOKED_AT_ROWS = `
      select * from (${touching("''")}
      union all ${touching('a.contract')}
      ) d
      order by d.since_block, d.since_log limit ${LOOKED_AT} * $8`;

/**
 * Reads rows in order and leaves out those that had ended by the block, until the page is full or has looked at its
 * share: a page takes the same time no matter how many have ended. A row that ends later changes nothing here.
 */
const SNAPSHOT = `
  with asked as materialized (
    select c.*, $2::bytea as contract, $4::bigint as at_block, $6::bigint as after_block, $7::integer as after_log,
      exists (select from rewind r
        where r.chain_id = c.chain_id and r.number > $5::integer and r.to_block < $4::bigint) as replaced
    from chain c where c.chain_id = $1
  ), page as materialized (
    select d.* from asked a cross join lateral (
      select * from (${LOOKED_AT_ROWS}) d
      where d.registry = any($3::smallint[]) and (d.until_block is null or d.until_block > a.at_block)
      order by d.since_block, d.since_log limit $8
    ) d
  ), last as (
    (select since_block, since_log from page order by since_block, since_log offset $8 - 1)
    union all
    (select d.since_block, d.since_log from asked a cross join lateral (${LOOKED_AT_ROWS}) d
     where (select count(*) from page) < $8
     order by d.since_block, d.since_log offset ${LOOKED_AT} * $8 - 1)
  )
  select ${CHECKPOINT_COLUMNS}, c.replaced, last.since_block as last_block, last.since_log as last_log,
    ${delegationColumns('d')}, -1::bigint as since_block, -1 as since_log, null::bytea as since_tx
  from asked c left join last on true, (select (null::delegation).*) d
  union all
  select ${CHECKPOINT_COLUMNS}, null, null, null, ${delegationColumns('d')}, d.since_block, d.since_log, d.since_tx
  from (select (null::chain).*) c, page d
  order by since_block, since_log`;
