/** Finds the places in logs from which on they have all changes since a time or a block. */
import { ask, type Database } from '../database/database.ts';

/** A time in seconds since 1970, or a block. */
export type LogMoment = { readonly time: number } | { readonly block: number };

/** A place before the first change of a moment or later. Without one, it is the end of the log. */
export interface FoundStart {
  readonly chainId: number;
  readonly feed: string;
  /** The number of the last change before it. */
  readonly number: number;
  /** The block that the ledger is at. */
  readonly reached: number;
  /** The first block and time that can be searched for: earlier changes are not in the log, or have no time. `null`: any can. */
  readonly firstBlock: number | null;
  readonly firstTime: number | null;
}

interface StartRow {
  readonly chain_id: number;
  readonly feed: string;
  readonly number: number;
  readonly reached: number;
  readonly first_block: number | null;
  readonly first_time: number | null;
}

/** Finds the place of a moment in the log of each chain. Chains that are not in the ledger are missing. */
export async function findStarts(
  database: Database,
  chainIds: readonly number[],
  moment: LogMoment,
): Promise<Map<number, FoundStart>> {
  const rows = await ask<StartRow>(database, {
    name: 'find-starts',
    text: FIND_STARTS,
    values: [chainIds, 'time' in moment ? moment.time : null, 'block' in moment ? moment.block : null],
  });
  return new Map(
    rows.map(({ chain_id: chainId, feed, number, reached, first_block, first_time }) => [
      chainId,
      { chainId, feed, number, reached, firstBlock: first_block, firstTime: first_time },
    ]),
  );
}

/**
 * SQL for the lowest number whose column is not below a value. Reorgs and repairs write earlier blocks behind later ones, so no
 * order of the column leads to it. Parts of 4,096 changes are looked through by their largest value, then one part by its numbers.
 */
const firstNumberSql = (column: 'time' | 'block', value: string) => {
  const [name, isOfPart] = [
    column === 'time' ? 'timestamp' : 'block',
    'h.chain_id = c.chain_id and h.number / 4096',
  ];
  return `(
    select min(h.number) from change h where h.${name} >= ${value} and ${isOfPart} = (
      select min(part) from generate_series(0, c.changes / 4096) part
      where (select max(h.${name}) from change h where ${isOfPart} = part) >= ${value}))`;
};

const FIND_STARTS = `
  select c.chain_id, c.feed, c.block_number as reached,
    coalesce(case when $2::bigint is not null then ${firstNumberSql('time', '$2')}
      else ${firstNumberSql('block', '$3::bigint')} end - 1, c.changes) as number,
    c.imported_block + 1 as first_block,
    -- A ledger from a file has no log of what was before. Changes of a ledger that is older than its log have no time, and the lowest numbers.
    greatest(imported.timestamp,
      case when (select h.timestamp is null from change h where h.chain_id = c.chain_id order by h.number limit 1)
        then dated.timestamp end) + 1 as first_time
  from chain c
  -- A reorg may have removed the blocks themselves.
  left join lateral (select b.timestamp from block b where b.chain_id = c.chain_id and b.number >= c.dated_from
    order by b.number limit 1) dated on true
  left join lateral (select b.timestamp from block b where b.chain_id = c.chain_id and b.number >= c.imported_block
    order by b.number limit 1) imported on true
  where c.chain_id = any($1::bigint[])`;
