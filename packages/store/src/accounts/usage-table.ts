/** All SQL of the tables `usage` and `usage_counter`. */
import type { Address } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';

export interface UsageRow {
  /** When the hour began. */
  readonly hour: Date;
  /** 0: no key. */
  readonly keyId: number;
  readonly operation: string;
  /** 0: no served chain was named. */
  readonly chainId: number;
  readonly status: number;
  readonly requests: number;
}

/**
 * The counts of one process. If the answer to a batch is lost, the process cannot know whether it arrived, and sends
 * the same batch again.
 */
export interface UsageBatch {
  /** The process's UUID. */
  readonly counter: string;
  /** Higher than the number of every earlier batch. */
  readonly number: number;
  readonly rows: readonly UsageRow[];
}

/** Usage of an owner's keys, of some keys, or of all keys. */
export type UsageQuery = { readonly from: Date; readonly to: Date; readonly limit?: number } & (
  | { readonly owner: Address; readonly keyIds?: readonly number[] }
  | { readonly owner?: undefined; readonly keyIds: readonly number[] }
);

const KEPT_DAYS = 90;

export type UsageStore = ReturnType<typeof createUsageStore>;

export function createUsageStore(database: Database) {
  /**
   * Adds a batch exactly once: its number shows whether it was added before. Rows are written in the order of their
   * primary key, so that concurrent processes wait for each other and never deadlock.
   */
  async function add({ counter, number, rows }: UsageBatch): Promise<void> {
    if (rows.length === 0) return;
    await ask(database, {
      name: 'add-usage',
      text: `with new as (
          insert into usage_counter as c (id, batch) values ($1, $2)
          on conflict (id) do update set batch = excluded.batch, added_at = now() where c.batch < excluded.batch
          returning id
        )
        insert into usage as u (hour, key_id, operation, chain_id, status, requests)
        select r.hour, r.key_id, r.operation, r.chain_id, r.status, sum(r.requests)
        from unnest($3::timestamptz[], $4::bigint[], $5::text[], $6::bigint[], $7::smallint[], $8::bigint[])
          as r (hour, key_id, operation, chain_id, status, requests)
        cross join new
        group by r.key_id, r.hour, r.operation, r.chain_id, r.status
        order by r.key_id, r.hour, r.operation, r.chain_id, r.status
        on conflict (key_id, hour, operation, chain_id, status)
          do update set requests = u.requests + excluded.requests`,
      values: [
        counter,
        number,
        rows.map(({ hour }) => hour),
        rows.map(({ keyId }) => keyId),
        rows.map(({ operation }) => operation),
        rows.map(({ chainId }) => chainId),
        rows.map(({ status }) => status),
        rows.map(({ requests }) => requests),
      ],
    });
  }

  /** Lists usage by hour, from `from` on and before `to`. */
  async function list({ owner, keyIds, from, to, limit }: UsageQuery): Promise<UsageRow[]> {
    const values: unknown[] = [from, to, limit ?? null];
    const conditions = ['hour >= $1', 'hour < $2'];
    if (owner !== undefined) {
      values.push(toBytes(owner));
      conditions.push(`key_id in (select id from api_key where owner = $${values.length})`);
    }
    if (keyIds !== undefined) {
      values.push(keyIds);
      conditions.push(`key_id = any($${values.length}::bigint[])`);
    }
    return ask<UsageRow>(database, {
      text: `select hour, key_id as "keyId", operation, chain_id as "chainId", status, requests from usage
        where ${conditions.join(' and ')} order by hour, operation, chain_id, status, key_id
        limit $3`,
      values,
    });
  }

  /** Deletes older usage, and processes that sent nothing since. */
  async function purge(olderThanDays = KEPT_DAYS): Promise<void> {
    await ask(database, {
      text: `with forgotten as (delete from usage_counter where added_at < now() - make_interval(days => $1))
        delete from usage where hour < now() - make_interval(days => $1)`,
      values: [olderThanDays],
    });
  }

  return { add, list, purge };
}
