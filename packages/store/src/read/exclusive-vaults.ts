/** Finds the vaults that may have made a wallet their exclusive one, page by page. */
import { type Address, parseAddress } from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';
import {
  ASKED,
  COUNTS,
  EXCLUSIVE_COLUMNS,
  type ExclusiveMoment,
  type ExclusiveRow,
  FIRST,
  listIdentifiers,
  type MaybeRow,
  momentParameters,
  rangeParameters,
  readRows,
  V2,
  winnersSql,
} from './exclusive.ts';

export interface ExclusiveVaultsRequest extends ExclusiveMoment {
  readonly wallet: Address;
  /** The most vaults on a page. A page may be shorter even if more follow. */
  readonly limit: number;
  /** The last vault of the previous page. */
  readonly after?: Address | undefined;
}

export interface ExclusiveVaultsPage {
  /**
   * Vaults that granted their whole wallet to this one, ordered by address. Each has the rows among which its own winner
   * is, which may be another wallet; a vault that delegates to itself has one such row as well.
   */
  readonly vaults: { readonly address: Address; readonly candidates: ExclusiveRow[] }[];
  /** The place where the next page continues. `null` if this is the last page. */
  readonly next: Address | null;
}

/** The most rows that a page reads of each identifier, and the most vaults whose winners it finds. */
const MAX_ROWS = 2_000;
const MAX_VAULTS = 250;

type PageRow = MaybeRow & { readonly next: Buffer | null; readonly vault: Buffer | null };

export async function findExclusiveVaults(
  database: Database,
  { wallet, limit, after, ...moment }: ExclusiveVaultsRequest,
): Promise<Read<ExclusiveVaultsPage>> {
  const rows = await ask<CheckpointRow & PageRow>(database, {
    name: 'find-exclusive-vaults',
    text: FIND_VAULTS,
    values: [
      ...momentParameters(moment),
      ...rangeParameters(moment.identifier, ['all'], null),
      toBytes(wallet),
      listIdentifiers(moment.identifier).map(toBytes),
      after ? toBytes(after) : Buffer.alloc(0),
      Math.min(limit, MAX_VAULTS),
    ],
  });
  const [first] = rows;
  if (!first) return null;
  const byVault = Map.groupBy(rows, ({ vault }) => vault && toHex(vault));
  return {
    checkpoint: readCheckpoint(first),
    next: first.next && parseAddress(toHex(first.next)),
    vaults: [...byVault].flatMap(([vault, own]) =>
      vault ? [{ address: parseAddress(vault), candidates: readRows(own) }] : [],
    ),
  };
}

/**
 * Walks the expiring grants to the wallet by their vaults. A page ends after so many rows, whether or not they count. The
 * last vault of such a page may have more rows: its winner is looked for in any case.
 */
const FIND_VAULTS = `
  with asked as materialized (
    select asked.*, $12::bytea as wallet, $14::bytea as after, $15::bigint as most from (${ASKED}) asked
  ), incoming as materialized (
    select d.*, row_number() over (partition by i.identifier order by d.from_address) as position
    from asked a cross join unnest($13::bytea[]) as i (identifier)
    cross join lateral (
      select d.from_address, ${COUNTS} and (d.until_block is null or d.until_block > a.at_block) as counts
      from delegation d
      where d.chain_id + 0 = a.chain_id and d.to_address = a.wallet and d.registry = ${V2} and d.kind = 1
        and substring(d.rights from 28) <> '\\x0000000000' and substring(d.rights for 24) = i.identifier
        and d.from_address > a.after
      order by d.from_address limit ${MAX_ROWS}
    ) d
  ), cut as materialized (
    select from_address as at from incoming where position = ${MAX_ROWS} order by from_address limit 1
  ), vaults as materialized (
    select v.from_address as vault, row_number() over (order by v.from_address) as place
    from (
      select distinct i.from_address from incoming i left join cut on true
      where (cut.at is null or i.from_address <= cut.at) and (i.counts or i.from_address = cut.at)
    ) v
    order by v.from_address limit (select most + 1 from asked)
  ), page as (
    select case when exists (select from vaults v, asked a where v.place > a.most)
      then (select v.vault from vaults v, asked a where v.place = a.most) else (select at from cut) end as next
  )
  select ${CHECKPOINT_COLUMNS}, page.next, d.vault, ${EXCLUSIVE_COLUMNS}
  from asked c cross join page
  left join lateral (
    select v.vault, d.* from asked a cross join vaults v
    cross join lateral (${winnersSql(
      'v.vault',
      `union all (select d.*, first.* from found d ${FIRST}
        where v.vault = a.wallet and d.to_address = a.wallet order by d.rank desc limit 1)`,
    )}) d
    where v.place <= a.most
  ) d on true
  order by d.vault`;
