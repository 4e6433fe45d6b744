/** All SQL of the table `refused_origin`: the newest origins that a publishable key was refused for. */
import { ask, type Database } from '../database/database.ts';

export interface RefusedOrigin {
  readonly keyId: number;
  readonly origin: string;
  /** About how many: a count whose write failed midway may be added twice. */
  readonly requests: number;
  readonly lastAt: Date;
}

/** The newest that are kept for each key. */
export const MAX_REFUSED_ORIGINS = 20;
export const MAX_ORIGIN_LENGTH = 255;

/** Adds counts. Rows are written in the order of their primary key, so that concurrent calls never deadlock. */
export async function addRefusedOrigins(
  database: Database,
  refused: readonly RefusedOrigin[],
): Promise<void> {
  if (refused.length === 0) return;
  const keyIds = refused.map(({ keyId }) => keyId);
  await ask(database, {
    name: 'add-refused-origins',
    text: `insert into refused_origin as o (key_id, origin, requests, last_at)
      select key_id, left(origin, ${MAX_ORIGIN_LENGTH}), sum(requests), max(last_at)
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::timestamptz[]) as r (key_id, origin, requests, last_at)
      group by 1, 2 order by 1, 2
      on conflict (key_id, origin) do update
        set requests = o.requests + excluded.requests, last_at = greatest(o.last_at, excluded.last_at)`,
    values: [
      keyIds,
      refused.map(({ origin }) => origin),
      refused.map(({ requests }) => requests),
      refused.map(({ lastAt }) => lastAt),
    ],
  });
  await ask(database, {
    name: 'purge-refused-origins',
    text: `with newest as (
        select key_id, origin, last_at, row_number() over (partition by key_id order by last_at desc, origin) as place
        from refused_origin where key_id = any($1::bigint[])
      ), old as (
        select o.key_id, o.origin from refused_origin o join newest n using (key_id, origin)
        -- One that was refused again meanwhile stays.
        where n.place > ${MAX_REFUSED_ORIGINS} and o.last_at = n.last_at order by 1, 2 for update of o
      )
      delete from refused_origin o using old where o.key_id = old.key_id and o.origin = old.origin`,
    values: [keyIds],
  });
}

/** Lists refused origins of these keys, the newest first. */
export async function listRefusedOrigins(
  database: Database,
  keyIds: readonly number[],
): Promise<RefusedOrigin[]> {
  if (keyIds.length === 0) return [];
  return ask<RefusedOrigin>(database, {
    text: `select key_id as "keyId", origin, requests, last_at as "lastAt" from refused_origin
      where key_id = any($1::bigint[]) order by key_id, last_at desc, origin`,
    values: [keyIds],
  });
}
