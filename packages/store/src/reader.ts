import { type Address, type Delegation, listSatisfying, type Question, type Registry } from '@mandate/core';
import type { Hex } from 'viem';
import { CHECKPOINT_COLUMNS, type Checkpoint, type CheckpointRow, readCheckpoint } from './checkpoint.ts';
import { ask, type Database } from './database.ts';
import {
  type DelegationRow,
  delegationColumns,
  grantParameters,
  REGISTRIES,
  readDelegation,
  STANDING,
  toBytes,
  toHex,
} from './row.ts';

/** Where in a chain something happened. */
export interface Position {
  readonly block: number;
  readonly log: number;
  readonly tx: Hex;
}

/** A delegation of a list, with where it began. */
export interface Listed {
  readonly delegation: Delegation;
  readonly since: Position;
}

export interface ListRequest {
  readonly chainId: number;
  readonly registry: Registry;
  readonly direction: 'from' | 'to';
  readonly wallet: Address;
  /** The list as it was at the end of this block; without it, at the checkpoint. */
  readonly atBlock?: number;
  /** The checkpoint's rewinds when `atBlock` was chosen. Needed to hear that the block was replaced since. */
  readonly rewinds?: number;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: { readonly block: number; readonly log: number };
}

/** An answer and the checkpoint it was read with, in one statement. Null: the chain is not in the ledger. */
export type Read<T> = ({ readonly checkpoint: Checkpoint } & T) | null;

export interface Page {
  readonly rows: Listed[];
  /** The chain went back below `atBlock` after it was chosen: this is not the list it was chosen for. */
  readonly replaced: boolean;
}

export type Reader = ReturnType<typeof createReader>;

/** Asks the ledger. A `block` parameter asks for a past block: the caller holds it against the checkpoint. */
export function createReader(database: Database) {
  async function listCheckpoints(): Promise<Checkpoint[]> {
    const text = `select ${CHECKPOINT_COLUMNS} from chain c order by c.chain_id`;
    const rows = await ask<CheckpointRow>(database, { text });
    return rows.map(readCheckpoint);
  }

  /** Those of the grants which would satisfy the question that stand. `check` of core decides over them. */
  async function findSatisfying(
    chainId: number,
    question: Question,
    atBlock?: number,
  ): Promise<Read<{ found: Delegation[] }>> {
    const rows = await ask<CheckpointRow & DelegationRow>(database, {
      name: 'find-satisfying',
      text: FIND_SATISFYING,
      values: [chainId, ...grantParameters(listSatisfying(question)), atBlock ?? null],
    });
    const [first] = rows;
    if (!first) return null;
    return { checkpoint: readCheckpoint(first), found: rows.filter(isDelegation).map(readDelegation) };
  }

  /** One page of a wallet's list, by block, then log position. */
  async function list(request: ListRequest): Promise<Read<Page>> {
    const rows = await ask<CheckpointRow & ListedRow>(database, {
      name: `list-${request.direction}`,
      text: LIST[request.direction],
      values: [
        request.chainId,
        REGISTRIES[request.registry],
        toBytes(request.wallet),
        request.after?.block ?? -1,
        request.after?.log ?? -1,
        request.limit,
        request.atBlock ?? null,
        request.rewinds ?? null,
      ],
    });
    const [first] = rows;
    if (!first) return null;
    return {
      checkpoint: readCheckpoint(first),
      replaced: first.replaced,
      rows: rows.filter(isDelegation).map((row) => ({
        delegation: readDelegation(row),
        since: { block: row.since_block, log: row.since_log, tx: toHex(row.since_tx) },
      })),
    };
  }

  return { listCheckpoints, findSatisfying, list };
}

interface ListedRow extends DelegationRow {
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
  readonly replaced: boolean;
}

/** The checkpoint comes even when no delegation does: then its columns are null. */
function isDelegation<Row extends { kind: number | null }>(row: Row): boolean {
  return row.kind !== null;
}

const FIND_SATISFYING = `
  select ${CHECKPOINT_COLUMNS}, ${delegationColumns('d')}
  from (select *, coalesce($9::bigint, block_number) as at_block from chain where chain_id = $1) c
  left join lateral (${STANDING}) d on true`;

/**
 * What stood at a block is what stands now and had begun by then, and what ended later. Of the first half
 * no more is read than the page takes; of the second, what the wallet has seen end since that block.
 *
 * What is asked stands in a CTE of its own, so that PostgreSQL makes the same plan for every wallet and page:
 * what its statistics say about a large wallet would lead it to search the rows of others for the next page.
 */
function listSql(direction: 'from' | 'to'): string {
  const page = (which: string, order: string) => `
      (select d.* from delegation d
       where d.chain_id = c.chain_id and d.registry = c.registry and d.${direction}_address = c.wallet
         and (d.since_block, d.since_log) > (c.after_block, c.after_log) and d.since_block <= c.at_block
         and ${which}
       order by ${order} limit $6)`;
  return `
  with asked as materialized (
    select c.*, $2::smallint as registry, $3::bytea as wallet, $4::bigint as after_block,
      $5::integer as after_log, coalesce($7::bigint, c.block_number) as at_block,
      exists (select from rewind r
        where r.chain_id = c.chain_id and r.number > $8::integer and r.to_block < $7::bigint) as replaced
    from chain c where c.chain_id = $1
  )
  select ${CHECKPOINT_COLUMNS}, c.replaced, ${delegationColumns('d')}, d.since_block, d.since_log, d.since_tx
  from asked c
  left join lateral (
    select * from (
      ${page('d.until_block is null', 'd.since_block, d.since_log, d.kind')}
      union all
      ${page('d.until_block > c.at_block', 'd.since_block, d.since_log')}
    ) d
    order by d.since_block, d.since_log
    limit $6
  ) d on true
  order by d.since_block, d.since_log`;
}

const LIST = { from: listSql('from'), to: listSql('to') };
