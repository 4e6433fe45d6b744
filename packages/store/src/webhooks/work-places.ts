/** Finds places in a log that workers need. */
import { REACHED } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import type { WebhookMark } from './endpoint-row.ts';

export interface Start {
  readonly feed: string;
  readonly number: number;
  readonly stamp: string | null;
}

/**
 * Finds the place at which an endpoint begins: the end of the log, or before the first change that has not reached its mark.
 * `null` if the ledger does not have the chain, or the chain does not have the mark.
 */
export async function findStart(
  database: Database,
  chainId: number,
  mark: WebhookMark,
): Promise<Start | null> {
  const [row] = await ask<Start>(database, {
    name: `find-webhook-start-${mark}`,
    text: mark === 'latest' ? AT_END : `${AT_MARK(REACHED[mark])}`,
    values: [chainId],
  });
  return row ?? null;
}

const AT_END = `select c.feed, c.changes as number, h.stamp
  from chain c left join change h on h.chain_id = c.chain_id and h.number = c.changes where c.chain_id = $1`;

/** Blocks above a mark are few, and their times are not below that of the first of them. */
const AT_MARK = (reached: string) => `
  select p.feed, p.number, h.stamp from (
    select c.feed, coalesce((
        select min(h.number + 0) - 1 from change h
        where h.chain_id = c.chain_id and h.block > ${reached}
          and h.timestamp >= coalesce((
            select b.timestamp from block b where b.chain_id = c.chain_id and b.number > ${reached} order by b.number limit 1), 0)
      ), c.changes) as number
    from chain c where c.chain_id = $1 and ${reached} is not null
  ) p left join change h on h.chain_id = $1 and h.number = p.number`;

/** Finds the entries that undo changes: by the number of the change. Changes that stand are left out. */
export async function findUndoing(
  database: Database,
  chainId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await ask<{ number: number; undoing: number }>(database, {
    name: 'find-undoing',
    text: `select h.number, u.number as undoing from change h cross join lateral (
        select min(u.number) as number from change u
        where u.chain_id = h.chain_id and u.block = h.block and u.log = h.log and u.undone and u.number > h.number
          and u.type = h.type and u.tx = h.tx and u.from_address = h.from_address and u.to_address = h.to_address
          and u.registry = h.registry and u.kind = h.kind and u.contract = h.contract and u.token_id = h.token_id
          and u.rights = h.rights
      ) u
      where h.chain_id = $1 and h.number = any($2::bigint[]) and not h.undone and u.number is not null`,
    values: [chainId, numbers],
  });
  return new Map(rows.map(({ number, undoing }) => [number, undoing]));
}
