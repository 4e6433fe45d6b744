/** For processes that pass changes on: reads what the logs of several chains got since. */
import { REACHED } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import {
  CHANGE_COLUMNS,
  type ChangeRow,
  type LogEnd,
  type LoggedChange,
  readChange,
} from '../follow/change-table.ts';
import { KNOWN, type LogPlace } from './ledger-log.ts';

/** The end of a chain's log, and changes of it, all of the same moment. */
export interface NewChanges extends LogEnd {
  /** The newest block of the ledger that each mark covers. `null`: it is not known. */
  readonly marks: Readonly<Record<keyof typeof REACHED, number | null>>;
  /** `true` if these are the changes after the requested place. Otherwise they are the newest of the log. */
  readonly continues: boolean;
  readonly found: readonly LoggedChange[];
}

export interface NewChangesRequest {
  /** The place of each chain after which changes are read. `null` for a chain of which nothing was read yet. */
  readonly places: ReadonlyMap<number, LogPlace | null>;
  /** The number of changes of a chain whose log does not have the place. */
  readonly newest: number;
  /** The most changes of each chain. */
  readonly limit: number;
}

interface NewChangesRow extends ChangeRow {
  readonly chain_id: number;
  readonly feed: string;
  readonly changes: number;
  readonly reached: number;
  readonly safe: number | null;
  readonly finalized: number | null;
  readonly known: boolean;
}

/** Returns nothing for a chain that the ledger does not have. */
export async function readNewChanges(
  database: Database,
  { places, newest, limit }: NewChangesRequest,
): Promise<NewChanges[]> {
  const asked = [...places];
  const rows = await ask<NewChangesRow>(database, {
    name: 'read-new-changes',
    text: READ_NEW_CHANGES,
    values: [
      asked.map(([chainId]) => chainId),
      asked.map(([, place]) => place?.feed ?? null),
      asked.map(([, place]) => place?.number ?? null),
      asked.map(([, place]) => place?.stamp ?? null),
      newest,
      limit,
    ],
  });
  return [...Map.groupBy(rows, ({ chain_id }) => chain_id)].flatMap(([chainId, [first, ...more]]) => {
    if (!first) return [];
    const { feed, changes, reached: block, known: continues, safe, finalized } = first;
    const found = [first, ...more].flatMap((row) =>
      row.number === null ? [] : [readChange(row, row.number)],
    );
    return [{ chainId, feed, changes, block, marks: { safe, finalized }, continues, found }];
  });
}

const READ_NEW_CHANGES = `
  select c.chain_id, c.feed, c.changes, c.block_number as reached, ${REACHED.safe} as safe, ${REACHED.finalized} as finalized,
    coalesce(k.known, false) as known, ${CHANGE_COLUMNS}
  from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::uuid[]) as p (chain_id, feed, number, stamp)
  join chain c on c.chain_id = p.chain_id
  left join lateral (
    ${KNOWN}
  ) k on true
  left join lateral (
    select * from change h
    where h.chain_id = c.chain_id and h.number <= c.changes
      and h.number > case when k.known then p.number else c.changes - $5::bigint end
    order by h.number limit $6
  ) h on true
  order by c.chain_id, h.number`;
