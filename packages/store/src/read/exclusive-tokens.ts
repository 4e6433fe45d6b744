/** Lists the tokens of a contract that a vault delegated one by one, with rights that expire. */
import { type Address, KINDS } from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import {
  ASKED,
  COUNTS,
  EXCLUSIVE_COLUMNS,
  type ExclusiveMoment,
  type ExclusiveRow,
  endedSql,
  FIRST,
  listIdentifiers,
  type MaybeRow,
  momentParameters,
  readRows,
  V2,
} from './exclusive.ts';

export interface ExclusiveTokensRequest extends ExclusiveMoment {
  readonly vault: Address;
  readonly contract: Address;
  /** The most rows to read of those that stand now, and of those that ended since. */
  readonly limit: number;
}

export interface ExclusiveTokens {
  /** Every ERC721 grant of the contract's tokens that takes part. */
  readonly candidates: ExclusiveRow[];
  /** The vault has more rows than were read, so grants may be missing. */
  readonly isCut: boolean;
}

export async function listExclusiveTokens(
  database: Database,
  { vault, contract, limit, ...moment }: ExclusiveTokensRequest,
): Promise<Read<ExclusiveTokens>> {
  const rows = await ask<CheckpointRow & MaybeRow & { readonly is_cut: boolean }>(database, {
    name: 'list-exclusive-tokens',
    text: LIST_TOKENS,
    values: [
      ...momentParameters(moment),
      toBytes(vault),
      toBytes(contract),
      listIdentifiers(moment.identifier).map(toBytes),
      limit,
    ],
  });
  const [first] = rows;
  if (!first) return null;
  return { checkpoint: readCheckpoint(first), candidates: readRows(rows), isCut: first.is_cut };
}

/** Rows are read in the order of their tokens, whatever their rights are, up to the limit. */
const LIST_TOKENS = `
  with asked as materialized (${ASKED}), live as materialized (
    select d.* from asked a cross join lateral (
      select * from delegation d
      where d.chain_id + 0 = a.chain_id and d.from_address = $6::bytea and d.registry = ${V2}
        and d.kind = ${KINDS.erc721.ledgerNumber} and d.contract = $7::bytea and d.until_block is null
      order by d.token_id limit $9
    ) d
  ), ended as materialized (
    select d.* from asked a cross join lateral (select * from (${endedSql('$6::bytea')}) d limit $9) d
  ), cut as materialized (
    select (select count(*) from live) >= $9 or (select count(*) from ended) >= $9 as is_cut
  )
  select ${CHECKPOINT_COLUMNS}, cut.is_cut, ${EXCLUSIVE_COLUMNS}
  from asked c cross join cut
  left join lateral (
    select d.*, first.*
    from asked a cross join (select * from live union all select * from ended) d ${FIRST}
    where d.kind = ${KINDS.erc721.ledgerNumber} and d.contract = $7::bytea
      and substring(d.rights for 24) = any($8::bytea[]) and ${COUNTS}
  ) d on true
  order by d.token_id, d.first_block, d.first_log`;
